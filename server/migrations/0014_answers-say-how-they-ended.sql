ALTER TABLE "messages" ADD COLUMN "is_stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "error_code" text;--> statement-breakpoint
-- Runs have always known how they ended; now their answers do.
UPDATE "messages" SET "is_stopped" = "runs"."status" = 'cancelled',
  "error_code" = case when "runs"."status" = 'failed' then coalesce("runs"."error_code", 'RUN_FAILED') end
  FROM "runs" WHERE "messages"."id" = "runs"."assistant_message_id" AND "runs"."status" IN ('cancelled', 'failed');

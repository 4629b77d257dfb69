ALTER TABLE "voice_calls" ADD COLUMN "first_started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "ended_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "is_settled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Calls of the past get no message in their conversations now.
UPDATE "voice_calls" SET "is_settled" = true WHERE "ended_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_sessions" ADD COLUMN "grant" jsonb;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_ended_by_user_id_users_id_fk" FOREIGN KEY ("ended_by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_calls_to_settle" ON "voice_calls" USING btree ("ended_at") WHERE "voice_calls"."ended_at" is not null and not "voice_calls"."is_settled";--> statement-breakpoint
CREATE INDEX "voice_calls_by_operator" ON "voice_calls" USING btree ("ended_by_user_id") WHERE "voice_calls"."ended_by_user_id" is not null;
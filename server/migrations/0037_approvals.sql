ALTER TABLE "messages" ADD COLUMN "waiting_for" jsonb;--> statement-breakpoint
ALTER TABLE "run_suspensions" ADD COLUMN "question_id" uuid DEFAULT gen_random_uuid() NOT NULL;
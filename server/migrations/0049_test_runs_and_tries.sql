ALTER TABLE "run_steps" ADD COLUMN "attempts" integer;--> statement-breakpoint
ALTER TABLE "run_steps" ADD COLUMN "possibly_repeated" boolean;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;
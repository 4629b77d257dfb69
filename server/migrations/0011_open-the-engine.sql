CREATE TABLE "run_suspensions" (
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"job" text NOT NULL,
	"attempts" integer NOT NULL,
	"step_id" text NOT NULL,
	"kind" text NOT NULL,
	"wakes_at" timestamp with time zone,
	"detail" jsonb,
	"answer" "bytea",
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_step_waits_once" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
ALTER TABLE "run_leases" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
UPDATE "run_leases" SET "organization_id" = "runs"."organization_id" FROM "runs" WHERE "runs"."id" = "run_leases"."run_id";--> statement-breakpoint
DELETE FROM "run_leases" WHERE "organization_id" IS NULL;--> statement-breakpoint
ALTER TABLE "run_leases" ALTER COLUMN "organization_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "run_leases" ADD COLUMN "tries_from" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_steps" ADD COLUMN "cursor" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "suspensions_by_time" ON "run_suspensions" USING btree ("wakes_at") WHERE "run_suspensions"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "unfinished_runs_of_an_organization" ON "run_leases" USING btree ("organization_id","run_id");
CREATE TABLE "stargate_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"system" text NOT NULL,
	"method" text NOT NULL,
	"uri" text NOT NULL,
	"body" jsonb,
	"response" text,
	"status" text DEFAULT 'created' NOT NULL,
	"run_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"gateway" text,
	"alive_until" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_task_status_is_known" CHECK ("stargate_tasks"."status" in ('created', 'requested', 'responded', 'completed', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "stargate_tasks" ADD CONSTRAINT "stargate_tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_that_wait_for_a_gateway" ON "stargate_tasks" USING btree ("organization_id","system","id") WHERE "stargate_tasks"."status" = 'created';--> statement-breakpoint
CREATE INDEX "tasks_of_a_gateway" ON "stargate_tasks" USING btree ("organization_id","system","gateway") WHERE "stargate_tasks"."status" = 'requested' and "stargate_tasks"."gateway" is not null;--> statement-breakpoint
CREATE INDEX "tasks_by_their_step" ON "stargate_tasks" USING btree ("run_id","seq");
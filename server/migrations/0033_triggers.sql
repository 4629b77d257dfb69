CREATE TABLE "trigger_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"trigger_id" uuid NOT NULL,
	"body" jsonb,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_triggers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"type" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"debounce_seconds" integer,
	"protection" text DEFAULT 'none' NOT NULL,
	"secret_sealed" text,
	"cron" text,
	"overlap" text DEFAULT 'skip' NOT NULL,
	"next_at" timestamp with time zone,
	"last_problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_trigger_type_is_known" CHECK ("workflow_triggers"."type" in ('public', 'schedule')),
	CONSTRAINT "a_schedule_has_its_times" CHECK ("workflow_triggers"."type" <> 'schedule' or "workflow_triggers"."cron" is not null),
	CONSTRAINT "a_protected_trigger_has_a_secret" CHECK ("workflow_triggers"."protection" = 'none' or "workflow_triggers"."secret_sealed" is not null)
);
--> statement-breakpoint
ALTER TABLE "workflow_triggers" ADD CONSTRAINT "workflow_triggers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_triggers" ADD CONSTRAINT "workflow_triggers_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_of_a_trigger" ON "trigger_events" USING btree ("trigger_id","created_at");--> statement-breakpoint
CREATE INDEX "triggers_of_a_workflow" ON "workflow_triggers" USING btree ("organization_id","workflow_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_workflow_has_one_public_trigger" ON "workflow_triggers" USING btree ("workflow_id") WHERE "workflow_triggers"."type" = 'public';--> statement-breakpoint
CREATE INDEX "schedules_by_time" ON "workflow_triggers" USING btree ("next_at") WHERE "workflow_triggers"."next_at" is not null;
CREATE TABLE "channel_bots" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"bot_id" text NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"reads_groups" boolean NOT NULL,
	"token_sealed" text NOT NULL,
	"webhook_secret_sealed" text NOT NULL,
	"webhook_problem" text,
	"webhook_error" text,
	"enables_private_chats" boolean NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_teammate_has_one_bot_per_channel" PRIMARY KEY("employee_id","channel"),
	CONSTRAINT "a_bot_status_is_known" CHECK ("channel_bots"."status" in ('active', 'invalid'))
);
--> statement-breakpoint
CREATE TABLE "channel_chats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"chat_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"topic" text,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "a_chat_status_is_known" CHECK ("channel_chats"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "channel_updates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"external_id" text NOT NULL,
	"chat_id" uuid NOT NULL,
	"body" jsonb,
	"sender_id" text NOT NULL,
	"file_count" integer NOT NULL,
	"batch_id" text,
	"platform_message_id" text,
	"message_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD COLUMN "parts_sent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD COLUMN "part_begun" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_bots" ADD CONSTRAINT "channel_bots_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_bots" ADD CONSTRAINT "channel_bots_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_chats" ADD CONSTRAINT "channel_chats_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_chats" ADD CONSTRAINT "channel_chats_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_updates" ADD CONSTRAINT "channel_updates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_updates" ADD CONSTRAINT "channel_updates_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_updates" ADD CONSTRAINT "channel_updates_chat_id_channel_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."channel_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a_bot_speaks_for_one_teammate" ON "channel_bots" USING btree ("channel","bot_id");--> statement-breakpoint
CREATE INDEX "active_bots_by_check" ON "channel_bots" USING btree ("checked_at") WHERE "channel_bots"."status" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "a_chat_is_registered_once" ON "channel_chats" USING btree ("employee_id","channel","chat_id");--> statement-breakpoint
CREATE INDEX "chats_of_a_bot" ON "channel_chats" USING btree ("organization_id","employee_id","channel","last_seen_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "an_update_is_taken_once" ON "channel_updates" USING btree ("employee_id","channel","external_id");--> statement-breakpoint
CREATE INDEX "updates_that_are_due" ON "channel_updates" USING btree ("due_at") WHERE "channel_updates"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "updates_of_a_chat" ON "channel_updates" USING btree ("chat_id","id") WHERE "channel_updates"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "updates_by_message" ON "channel_updates" USING btree ("message_id") WHERE "channel_updates"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "updates_by_age" ON "channel_updates" USING btree ("created_at");
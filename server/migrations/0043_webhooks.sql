CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"payload_id" uuid NOT NULL,
	"type" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries_from" integer DEFAULT 0 NOT NULL,
	"sending_since" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"response_status" integer,
	"response_body" text,
	"duration_ms" integer,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_webhook_delivery_state_is_known" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed')),
	CONSTRAINT "a_waiting_delivery_has_a_time" CHECK (("webhook_deliveries"."state" = 'pending') = ("webhook_deliveries"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"happened_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_payloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"event_types" text[] NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp with time zone,
	"secret_sealed" text NOT NULL,
	"previous_secret_sealed" text,
	"previous_secret_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_webhook_has_event_types" CHECK (cardinality("webhooks"."event_types") > 0),
	CONSTRAINT "a_webhook_is_disabled_for_a_known_reason" CHECK ("webhooks"."disabled_reason" in ('gone', 'failing'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_of_a_webhook" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_of_a_webhook_that_wait" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_of_a_webhook_that_failed" ON "webhook_deliveries" USING btree ("webhook_id","id") WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_of_an_organization" ON "webhook_events" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "webhook_payloads_by_age" ON "webhook_payloads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_of_an_organization" ON "webhooks" USING btree ("organization_id","id");--> statement-breakpoint
-- What webhooks are told of, written in the commit of whatever statement did it. An organization without a webhook for it pays
-- one look into an index.
CREATE FUNCTION "note_webhook_event"(organization uuid, event_type text, subject uuid, teammate uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM "webhooks" WHERE "organization_id" = organization AND "is_enabled" AND event_type = ANY("event_types"))
		-- What people have with their own assistants is nobody else's business.
		AND NOT EXISTS (SELECT 1 FROM "ai_employees" WHERE "id" = teammate AND "owned_by_user_id" IS NOT NULL)
	THEN
		INSERT INTO "webhook_events" ("organization_id", "type", "subject_id", "happened_at")
		VALUES (organization, event_type, subject, clock_timestamp());
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION "note_conversation_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "note_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id", NEW."employee_id");
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "note_message_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM "webhooks" WHERE "organization_id" = NEW."organization_id" AND "is_enabled" AND TG_ARGV[0] = ANY("event_types")) THEN
		PERFORM "note_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id",
			(SELECT "employee_id" FROM "conversations" WHERE "id" = NEW."conversation_id"));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "note_contact_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "note_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id", NULL);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "note_run_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "note_webhook_event"(NEW."organization_id", 'workflow_run.' || NEW."status", NEW."id", NEW."employee_id");
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "note_teammate_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "note_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id", NEW."id");
	RETURN NULL;
END
$$;--> statement-breakpoint
-- A conversation begins with the first thing that is said in it.
CREATE TRIGGER "webhooks_hear_of_conversations_that_are_written" AFTER INSERT ON "conversations"
	FOR EACH ROW WHEN (NEW."last_message_at" IS NOT NULL) EXECUTE FUNCTION "note_conversation_event"('conversation.created');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_conversations_that_begin" AFTER UPDATE ON "conversations"
	FOR EACH ROW WHEN (OLD."last_message_at" IS NULL AND NEW."last_message_at" IS NOT NULL)
	EXECUTE FUNCTION "note_conversation_event"('conversation.created');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_conversations_that_change" AFTER UPDATE ON "conversations"
	FOR EACH ROW WHEN (OLD."last_message_at" IS NOT NULL AND NEW."deleted_at" IS NULL
		AND (OLD."status", OLD."assigned_user_id", OLD."title", OLD."automation_enabled", OLD."employee_id", OLD."deleted_at")
		IS DISTINCT FROM (NEW."status", NEW."assigned_user_id", NEW."title", NEW."automation_enabled", NEW."employee_id", NEW."deleted_at"))
	EXECUTE FUNCTION "note_conversation_event"('conversation.updated');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_conversations_that_go" AFTER UPDATE ON "conversations"
	FOR EACH ROW WHEN (OLD."last_message_at" IS NOT NULL AND OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL)
	EXECUTE FUNCTION "note_conversation_event"('conversation.deleted');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_messages_that_are_written" AFTER INSERT ON "messages"
	FOR EACH ROW WHEN (NEW."status" <> 'in_progress' AND NEW."role" <> 'system')
	EXECUTE FUNCTION "note_message_event"('message.created');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_answers_that_are_finished" AFTER UPDATE ON "messages"
	FOR EACH ROW WHEN (OLD."status" = 'in_progress' AND NEW."status" <> 'in_progress' AND NEW."deleted_at" IS NULL)
	EXECUTE FUNCTION "note_message_event"('message.created');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_messages_that_change" AFTER UPDATE ON "messages"
	FOR EACH ROW WHEN (OLD."status" <> 'in_progress' AND NEW."deleted_at" IS NULL
		AND (OLD."content", OLD."edited_at", OLD."reaction", OLD."feedback_comment")
		IS DISTINCT FROM (NEW."content", NEW."edited_at", NEW."reaction", NEW."feedback_comment"))
	EXECUTE FUNCTION "note_message_event"('message.updated');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_messages_that_go" AFTER UPDATE ON "messages"
	FOR EACH ROW WHEN (OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL AND NEW."status" <> 'in_progress')
	EXECUTE FUNCTION "note_message_event"('message.deleted');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_contacts_that_are_written" AFTER INSERT ON "contacts"
	FOR EACH ROW EXECUTE FUNCTION "note_contact_event"('contact.created');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_contacts_that_change" AFTER UPDATE ON "contacts"
	FOR EACH ROW WHEN ((OLD."first_name", OLD."last_name", OLD."email", OLD."phone")
		IS DISTINCT FROM (NEW."first_name", NEW."last_name", NEW."email", NEW."phone"))
	EXECUTE FUNCTION "note_contact_event"('contact.updated');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_runs_that_are_written_ended" AFTER INSERT ON "runs"
	FOR EACH ROW WHEN (NEW."workflow_id" IS NOT NULL AND NEW."status" IN ('completed', 'failed'))
	EXECUTE FUNCTION "note_run_event"();--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_runs_that_end" AFTER UPDATE ON "runs"
	FOR EACH ROW WHEN (NEW."workflow_id" IS NOT NULL AND NEW."status" IN ('completed', 'failed')
		AND OLD."status" NOT IN ('completed', 'failed', 'cancelled'))
	EXECUTE FUNCTION "note_run_event"();--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_teammates_that_are_written" AFTER INSERT ON "ai_employees"
	FOR EACH ROW WHEN (NEW."owned_by_user_id" IS NULL) EXECUTE FUNCTION "note_teammate_event"('ai_employee.created');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_teammates_that_change" AFTER UPDATE ON "ai_employees"
	FOR EACH ROW WHEN (NEW."owned_by_user_id" IS NULL AND NEW."deleted_at" IS NULL AND OLD IS DISTINCT FROM NEW)
	EXECUTE FUNCTION "note_teammate_event"('ai_employee.updated');--> statement-breakpoint
CREATE TRIGGER "webhooks_hear_of_teammates_that_go" AFTER UPDATE ON "ai_employees"
	FOR EACH ROW WHEN (NEW."owned_by_user_id" IS NULL AND OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL)
	EXECUTE FUNCTION "note_teammate_event"('ai_employee.deleted');--> statement-breakpoint
-- Its rows come and go all day, and dead ones cost every reader.
ALTER TABLE "webhook_events" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "webhook_deliveries" SET (autovacuum_vacuum_scale_factor = 0.02);

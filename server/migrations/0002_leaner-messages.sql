-- Conversations and what is in them are written with every message, and each foreign key there looked up a row and locked it.
-- Deleting a contact's channel still deletes its conversations by a foreign key; what is in them is deleted by triggers.
ALTER TABLE "conversations" DROP CONSTRAINT "conversations_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "conversations" DROP CONSTRAINT "conversations_employee_id_ai_employees_id_fk";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_conversation_id_conversations_id_fk";--> statement-breakpoint
ALTER TABLE "participants" DROP CONSTRAINT "participants_conversation_id_conversations_id_fk";--> statement-breakpoint
ALTER TABLE "participants" DROP CONSTRAINT "participants_contact_channel_id_contact_channels_id_fk";--> statement-breakpoint
ALTER TABLE "message_texts" DROP CONSTRAINT "message_texts_contact_channel_id_contact_channels_id_fk";--> statement-breakpoint
CREATE FUNCTION "delete_conversation_contents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "messages" WHERE "organization_id" = OLD."organization_id" AND "conversation_id" = OLD."id";
	DELETE FROM "participants" WHERE "conversation_id" = OLD."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "contents_go_with_their_conversation" AFTER DELETE ON "conversations"
	FOR EACH ROW EXECUTE FUNCTION "delete_conversation_contents"();--> statement-breakpoint
CREATE FUNCTION "delete_contact_channel_contents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "participants" WHERE "organization_id" = OLD."organization_id" AND "contact_channel_id" = OLD."id";
	DELETE FROM "message_texts" WHERE "organization_id" = OLD."organization_id" AND "contact_channel_id" = OLD."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "contents_go_with_their_contact_channel" AFTER DELETE ON "contact_channels"
	FOR EACH ROW EXECUTE FUNCTION "delete_contact_channel_contents"();--> statement-breakpoint
-- Triggers of hot tables have no WHEN: PostgreSQL parses a stored condition again in each statement, which takes longer than a
-- function that finds nothing to do.
DROP TRIGGER "runs_are_counted_when_written_ended" ON "runs";--> statement-breakpoint
DROP TRIGGER "runs_are_counted_when_they_end" ON "runs";--> statement-breakpoint
DROP TRIGGER "runs_are_counted_when_more_is_paid" ON "runs";--> statement-breakpoint
DROP FUNCTION "count_later_costs"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."status" NOT IN ('completed', 'failed', 'cancelled') THEN RETURN NULL; END IF;
	-- Costs that are added after the end of a run, such as the speech of a call: only the difference is counted.
	IF TG_OP = 'UPDATE' AND OLD."status" IN ('completed', 'failed', 'cancelled') THEN
		IF NEW."costs" IS NOT DISTINCT FROM OLD."costs" THEN RETURN NULL; END IF;
		INSERT INTO "usage_pending" ("organization_id", "day", "employee_id", "workflow_id", "channel", "model", "runs", "input_tokens",
			"output_tokens", "cached_input_tokens", "usd_cost", "platform_usd_cost", "listened_ms", "spoken_ms", "speech_usd_cost")
		SELECT "organization_id", "day", "employee_id", "workflow_id", "channel", "model", 0, sum(sign * "input_tokens"),
			sum(sign * "output_tokens"), sum(sign * "cached_input_tokens"), sum(sign * "usd_cost"), sum(sign * "platform_usd_cost"),
			sum(sign * "listened_ms"), sum(sign * "spoken_ms"), sum(sign * "speech_usd_cost")
		FROM (SELECT 1 AS sign, * FROM "usage_of"(NEW) UNION ALL SELECT -1, * FROM "usage_of"(OLD)) AS used
		GROUP BY 1, 2, 3, 4, 5, 6
		HAVING sum(sign * "input_tokens") <> 0 OR sum(sign * "output_tokens") <> 0 OR sum(sign * "usd_cost") <> 0
			OR sum(sign * "listened_ms") <> 0 OR sum(sign * "spoken_ms") <> 0;
	ELSIF NEW."costs" <> '[]' THEN
		INSERT INTO "usage_pending" SELECT * FROM "usage_of"(NEW);
	ELSE
		-- The same for a run that called no model, without a plan of three nodes for it.
		INSERT INTO "usage_pending" ("organization_id", "day", "employee_id", "workflow_id", "channel", "model", "failed", "cancelled",
			"runs", "duration_ms")
		VALUES (NEW."organization_id", (coalesce(NEW."completed_at", NEW."failed_at", NEW."cancelled_at", NEW."created_at") AT TIME ZONE 'UTC')::date,
			NEW."employee_id", NEW."workflow_id", left(NEW."channel", 200), left(NEW."model", 300),
			(NEW."status" = 'failed')::int, (NEW."status" = 'cancelled')::int, 1,
			greatest(0, round(extract(epoch FROM
				coalesce(NEW."completed_at", NEW."failed_at", NEW."cancelled_at", NEW."created_at") - NEW."created_at") * 1000)));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "ended_runs_are_counted" AFTER INSERT OR UPDATE ON "runs" FOR EACH ROW EXECUTE FUNCTION "count_usage"();--> statement-breakpoint
DROP TRIGGER "webhook_events_of_ended_runs_on_insert" ON "runs";--> statement-breakpoint
DROP TRIGGER "webhook_events_of_runs_on_end" ON "runs";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "record_run_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."workflow_id" IS NULL OR NEW."status" NOT IN ('completed', 'failed') THEN RETURN NULL; END IF;
	IF TG_OP = 'UPDATE' AND OLD."status" IN ('completed', 'failed', 'cancelled') THEN RETURN NULL; END IF;
	PERFORM "record_webhook_event"(NEW."organization_id", 'workflow_run.' || NEW."status", NEW."id", NEW."employee_id");
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_runs" AFTER INSERT OR UPDATE ON "runs" FOR EACH ROW EXECUTE FUNCTION "record_run_event"();--> statement-breakpoint
DROP TRIGGER "webhook_events_of_messages_on_insert" ON "messages";--> statement-breakpoint
DROP TRIGGER "webhook_events_of_answers_on_finish" ON "messages";--> statement-breakpoint
DROP TRIGGER "webhook_events_of_messages_on_change" ON "messages";--> statement-breakpoint
DROP TRIGGER "webhook_events_of_messages_on_delete" ON "messages";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "record_message_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE event_type text;
BEGIN
	IF NEW."status" = 'in_progress' THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' THEN
		IF NEW."role" <> 'system' THEN event_type := 'message.created'; END IF;
	ELSIF NEW."deleted_at" IS NOT NULL THEN
		IF OLD."deleted_at" IS NULL THEN event_type := 'message.deleted'; END IF;
	ELSIF OLD."status" = 'in_progress' THEN
		event_type := 'message.created';
	ELSIF (OLD."content", OLD."edited_at", OLD."reaction", OLD."feedback_comment")
		IS DISTINCT FROM (NEW."content", NEW."edited_at", NEW."reaction", NEW."feedback_comment") THEN
		event_type := 'message.updated';
	END IF;
	IF event_type IS NOT NULL AND EXISTS (SELECT 1 FROM "webhooks" WHERE "organization_id" = NEW."organization_id" AND "is_enabled" AND event_type = ANY("event_types")) THEN
		PERFORM "record_webhook_event"(NEW."organization_id", event_type, NEW."id",
			(SELECT "employee_id" FROM "conversations" WHERE "id" = NEW."conversation_id"));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_messages" AFTER INSERT OR UPDATE ON "messages" FOR EACH ROW EXECUTE FUNCTION "record_message_event"();--> statement-breakpoint
DROP TRIGGER "webhook_events_of_conversations_on_insert" ON "conversations";--> statement-breakpoint
DROP TRIGGER "webhook_events_of_conversations_on_start" ON "conversations";--> statement-breakpoint
DROP TRIGGER "webhook_events_of_conversations_on_change" ON "conversations";--> statement-breakpoint
DROP TRIGGER "webhook_events_of_conversations_on_delete" ON "conversations";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "record_conversation_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE event_type text;
BEGIN
	-- A conversation begins with its first message.
	IF NEW."last_message_at" IS NULL AND (TG_OP = 'INSERT' OR OLD."last_message_at" IS NULL) THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' OR OLD."last_message_at" IS NULL THEN
		event_type := 'conversation.created';
	ELSIF NEW."deleted_at" IS NOT NULL THEN
		IF OLD."deleted_at" IS NULL THEN event_type := 'conversation.deleted'; END IF;
	ELSIF (OLD."status", OLD."assigned_user_id", OLD."title", OLD."automation_enabled", OLD."employee_id", OLD."deleted_at")
		IS DISTINCT FROM (NEW."status", NEW."assigned_user_id", NEW."title", NEW."automation_enabled", NEW."employee_id", NEW."deleted_at") THEN
		event_type := 'conversation.updated';
	END IF;
	IF event_type IS NOT NULL AND EXISTS (SELECT 1 FROM "webhooks" WHERE "organization_id" = NEW."organization_id" AND "is_enabled" AND event_type = ANY("event_types")) THEN
		PERFORM "record_webhook_event"(NEW."organization_id", event_type, NEW."id", NEW."employee_id");
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_conversations" AFTER INSERT OR UPDATE ON "conversations" FOR EACH ROW EXECUTE FUNCTION "record_conversation_event"();--> statement-breakpoint
-- Without a function in SQL, which is parsed and planned again in each call.
DROP TRIGGER "conversations_are_counted" ON "conversations";--> statement-breakpoint
DROP TRIGGER "conversations_are_counted_again" ON "conversations";--> statement-breakpoint
DROP FUNCTION "inbox_counts_step"("conversations", integer);--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_conversation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND (OLD."last_message_at" IS NULL) = (NEW."last_message_at" IS NULL)
		AND (OLD."deleted_at" IS NULL) = (NEW."deleted_at" IS NULL)
		AND (OLD."unanswered_since" IS NULL) = (NEW."unanswered_since" IS NULL)
		AND (OLD."assigned_user_id", OLD."status", OLD."employee_id")
			IS NOT DISTINCT FROM (NEW."assigned_user_id", NEW."status", NEW."employee_id") THEN
		RETURN NULL;
	END IF;
	IF TG_OP <> 'INSERT' AND OLD."last_message_at" IS NOT NULL AND OLD."deleted_at" IS NULL THEN
		INSERT INTO "inbox_counts" ("organization_id", "employee_id", "is_internal", "assigned_user_id", "conversations", "waiting", "escalated")
		VALUES (OLD."organization_id", OLD."employee_id", OLD."channel" = 'employee_chat', OLD."assigned_user_id", -1,
			CASE WHEN OLD."assigned_user_id" IS NOT NULL AND OLD."unanswered_since" IS NOT NULL THEN -1 ELSE 0 END,
			CASE WHEN OLD."assigned_user_id" IS NULL AND OLD."status" = 'waiting_for_operator' THEN -1 ELSE 0 END);
	END IF;
	IF TG_OP <> 'DELETE' AND NEW."last_message_at" IS NOT NULL AND NEW."deleted_at" IS NULL THEN
		INSERT INTO "inbox_counts" ("organization_id", "employee_id", "is_internal", "assigned_user_id", "conversations", "waiting", "escalated")
		VALUES (NEW."organization_id", NEW."employee_id", NEW."channel" = 'employee_chat', NEW."assigned_user_id", 1,
			CASE WHEN NEW."assigned_user_id" IS NOT NULL AND NEW."unanswered_since" IS NOT NULL THEN 1 ELSE 0 END,
			CASE WHEN NEW."assigned_user_id" IS NULL AND NEW."status" = 'waiting_for_operator' THEN 1 ELSE 0 END);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "conversations_are_counted" AFTER INSERT OR UPDATE OR DELETE ON "conversations"
	FOR EACH ROW EXECUTE FUNCTION "count_conversation"();--> statement-breakpoint
DROP TRIGGER "labels_follow_conversations" ON "conversations";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "labels_follow_conversation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."last_message_at" IS DISTINCT FROM NEW."last_message_at" THEN
		UPDATE "conversation_labels" SET "last_message_at" = NEW."last_message_at"
			WHERE "organization_id" = NEW."organization_id" AND "conversation_id" = NEW."id";
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "labels_follow_conversations" AFTER UPDATE OF "last_message_at" ON "conversations"
	FOR EACH ROW EXECUTE FUNCTION "labels_follow_conversation"();

CREATE TABLE "inbox_counts" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"is_internal" boolean NOT NULL,
	"assigned_user_id" uuid,
	"conversations" integer NOT NULL,
	"waiting" integer NOT NULL,
	"escalated" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_internal" boolean GENERATED ALWAYS AS (channel = 'employee_chat') STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "inbox_counts_of_an_organization" ON "inbox_counts" USING btree ("organization_id","employee_id");--> statement-breakpoint
CREATE INDEX "channels_of_a_contact" ON "contact_channels" USING btree ("organization_id","contact_id");--> statement-breakpoint
CREATE INDEX "contacts_by_their_letters" ON "contacts" USING gin ("organization_id","searched" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "conversations_of_the_inbox" ON "conversations" USING btree ("organization_id","employee_id","is_internal","last_message_at","id") WHERE "conversations"."deleted_at" is null and "conversations"."last_message_at" is not null;--> statement-breakpoint
CREATE INDEX "conversations_that_need_people" ON "conversations" USING btree ("organization_id","employee_id","is_internal","last_message_at","id") WHERE "conversations"."deleted_at" is null and "conversations"."last_message_at" is not null
        and ("conversations"."assigned_user_id" is not null or "conversations"."status" = 'waiting_for_operator');--> statement-breakpoint
CREATE UNIQUE INDEX "an_operator_sends_a_message_once" ON "messages" USING btree ("organization_id","user_id","client_message_id") WHERE "messages"."role" = 'operator' and "messages"."client_message_id" is not null;--> statement-breakpoint
CREATE FUNCTION "inbox_counts_step"(c "conversations", step integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "inbox_counts" ("organization_id", "employee_id", "is_internal", "assigned_user_id", "conversations", "waiting", "escalated")
	SELECT c."organization_id", c."employee_id", c."channel" = 'employee_chat', c."assigned_user_id", step,
		CASE WHEN c."assigned_user_id" IS NOT NULL AND c."unanswered_since" IS NOT NULL THEN step ELSE 0 END,
		CASE WHEN c."assigned_user_id" IS NULL AND c."status" = 'waiting_for_operator' THEN step ELSE 0 END
	WHERE c."last_message_at" IS NOT NULL AND c."deleted_at" IS NULL
$$;--> statement-breakpoint
CREATE FUNCTION "count_conversation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN PERFORM "inbox_counts_step"(OLD, -1); END IF;
	IF TG_OP <> 'DELETE' THEN PERFORM "inbox_counts_step"(NEW, 1); END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "conversations_are_counted" AFTER INSERT OR DELETE ON "conversations"
	FOR EACH ROW EXECUTE FUNCTION "count_conversation"();--> statement-breakpoint
CREATE TRIGGER "conversations_are_counted_again" AFTER UPDATE ON "conversations" FOR EACH ROW WHEN (
	(OLD."last_message_at" IS NULL) IS DISTINCT FROM (NEW."last_message_at" IS NULL)
	OR (OLD."deleted_at" IS NULL) IS DISTINCT FROM (NEW."deleted_at" IS NULL)
	OR (OLD."unanswered_since" IS NULL) IS DISTINCT FROM (NEW."unanswered_since" IS NULL)
	OR OLD."assigned_user_id" IS DISTINCT FROM NEW."assigned_user_id"
	OR OLD."status" IS DISTINCT FROM NEW."status"
	OR OLD."employee_id" IS DISTINCT FROM NEW."employee_id"
) EXECUTE FUNCTION "count_conversation"();--> statement-breakpoint
INSERT INTO "inbox_counts" ("organization_id", "employee_id", "is_internal", "assigned_user_id", "conversations", "waiting", "escalated")
	SELECT "organization_id", "employee_id", "channel" = 'employee_chat', "assigned_user_id", count(*), 0,
		count(*) FILTER (WHERE "assigned_user_id" IS NULL AND "status" = 'waiting_for_operator')
	FROM "conversations" WHERE "last_message_at" IS NOT NULL AND "deleted_at" IS NULL
	GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
-- Its rows come and go all day, and dead ones cost every reader.
ALTER TABLE "inbox_counts" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

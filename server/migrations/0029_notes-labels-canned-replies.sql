CREATE TABLE "canned_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"shortcut" text NOT NULL,
	"shortcut_key" text NOT NULL,
	"content" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_labels" (
	"organization_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"is_internal" boolean NOT NULL,
	"last_message_at" timestamp with time zone,
	CONSTRAINT "a_conversation_has_a_label_once" PRIMARY KEY("organization_id","conversation_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_mentions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid,
	"content" text NOT NULL,
	"client_note_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "canned_replies" ADD CONSTRAINT "canned_replies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canned_replies" ADD CONSTRAINT "canned_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_labels" ADD CONSTRAINT "conversation_labels_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_mentions" ADD CONSTRAINT "conversation_mentions_note_id_conversation_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."conversation_notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_mentions" ADD CONSTRAINT "conversation_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a_canned_reply_has_a_shortcut_of_its_own" ON "canned_replies" USING btree ("organization_id","shortcut_key");--> statement-breakpoint
CREATE INDEX "conversations_of_a_label" ON "conversation_labels" USING btree ("organization_id","label_id","employee_id","is_internal","last_message_at","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_label_has_a_name_of_its_own" ON "labels" USING btree ("organization_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "a_note_mentions_a_person_once" ON "conversation_mentions" USING btree ("organization_id","note_id","user_id");--> statement-breakpoint
CREATE INDEX "mentions_of_a_person" ON "conversation_mentions" USING btree ("organization_id","user_id","id");--> statement-breakpoint
CREATE INDEX "mentions_that_are_unread" ON "conversation_mentions" USING btree ("organization_id","user_id","conversation_id") WHERE "conversation_mentions"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "a_note_is_written_once" ON "conversation_notes" USING btree ("organization_id","user_id","client_note_id") WHERE "conversation_notes"."client_note_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_of_a_conversation" ON "conversation_notes" USING btree ("organization_id","conversation_id","id") WHERE "conversation_notes"."deleted_at" is null;
--> statement-breakpoint
CREATE FUNCTION "labels_follow_conversation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "conversation_labels" SET "last_message_at" = NEW."last_message_at"
		WHERE "organization_id" = NEW."organization_id" AND "conversation_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Their index has conversations in the order of the inbox.
CREATE TRIGGER "labels_follow_conversations" AFTER UPDATE OF "last_message_at" ON "conversations" FOR EACH ROW
	WHEN (OLD."last_message_at" IS DISTINCT FROM NEW."last_message_at")
	EXECUTE FUNCTION "labels_follow_conversation"();

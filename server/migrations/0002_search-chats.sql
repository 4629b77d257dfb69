CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "message_texts" (
	"organization_id" uuid NOT NULL,
	"contact_channel_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "a_message_is_found_once" PRIMARY KEY("organization_id","contact_channel_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_contact_channel_id_contact_channels_id_fk" FOREIGN KEY ("contact_channel_id") REFERENCES "public"."contact_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "texts_by_their_letters" ON "message_texts" USING gin ("contact_channel_id","text" gin_trgm_ops);--> statement-breakpoint
INSERT INTO "message_texts" ("organization_id","contact_channel_id","message_id","conversation_id","text")
SELECT m."organization_id", c."contact_channel_id", m."id", m."conversation_id", lower(left(m."content", 20000))
FROM "messages" m JOIN "conversations" c ON c."id" = m."conversation_id"
WHERE c."channel" = 'employee_chat' AND m."status" <> 'in_progress' AND m."content" <> '';

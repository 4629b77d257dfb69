CREATE TABLE "contact_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"merged_contact_id" uuid NOT NULL,
	"merged_name" text NOT NULL,
	"channel_ids" uuid[] NOT NULL,
	"taken" jsonb NOT NULL,
	"merged_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "texts_by_their_letters";--> statement-breakpoint
ALTER TABLE "contact_channels" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower(external_id || ' ' || auto_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "message_texts" ADD COLUMN "employee_id" uuid;--> statement-breakpoint
UPDATE "message_texts" t SET "employee_id" = c."employee_id" FROM "conversations" c WHERE c."id" = t."conversation_id";--> statement-breakpoint
DELETE FROM "message_texts" WHERE "employee_id" IS NULL;--> statement-breakpoint
ALTER TABLE "message_texts" ALTER COLUMN "employee_id" SET NOT NULL;--> statement-breakpoint
INSERT INTO "message_texts" ("organization_id","contact_channel_id","employee_id","message_id","conversation_id","text")
SELECT m."organization_id", c."contact_channel_id", c."employee_id", m."id", m."conversation_id", lower(left(m."content", 20000))
FROM "messages" m JOIN "conversations" c ON c."id" = m."conversation_id"
WHERE m."role" <> 'system' AND m."status" <> 'in_progress' AND m."content" <> '' AND m."deleted_at" IS NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "contact_merges" ADD CONSTRAINT "contact_merges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merges" ADD CONSTRAINT "contact_merges_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merges" ADD CONSTRAINT "contact_merges_merged_contact_id_contacts_id_fk" FOREIGN KEY ("merged_contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merges" ADD CONSTRAINT "contact_merges_merged_by_users_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merges_of_a_contact" ON "contact_merges" USING btree ("organization_id","contact_id","id");--> statement-breakpoint
CREATE INDEX "channels_by_their_letters" ON "contact_channels" USING gin ("organization_id","searched" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "conversations_by_their_title" ON "conversations" USING gin ("organization_id",lower("title") gin_trgm_ops) WHERE "conversations"."title" is not null and "conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "texts_of_an_organization" ON "message_texts" USING btree ("organization_id","message_id");--> statement-breakpoint
CREATE INDEX "texts_by_their_letters" ON "message_texts" USING gin ("organization_id","employee_id","contact_channel_id","text" gin_trgm_ops);
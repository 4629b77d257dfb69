CREATE TABLE "storage_chunks" (
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"part" integer,
	"part_name" text,
	"numbers" integer[] NOT NULL,
	"overlap" integer DEFAULT 0 NOT NULL,
	"text" text NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', text)) STORED,
	CONSTRAINT "a_chunk_stands_once_in_its_document" PRIMARY KEY("organization_id","entry_id","seq")
);
--> statement-breakpoint
CREATE TABLE "storage_collection" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"embedding" text NOT NULL,
	"dimensions" integer NOT NULL,
	CONSTRAINT "there_is_one_collection" CHECK ("storage_collection"."is_the_one")
);
--> statement-breakpoint
CREATE TABLE "storage_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"run_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storage_documents" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "storage_documents" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "storage_documents" ADD COLUMN "due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "storage_documents" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "storage_documents" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "storage_chunks" ADD CONSTRAINT "a_chunk_is_of_a_document" FOREIGN KEY ("organization_id","entry_id") REFERENCES "public"."storage_documents"("organization_id","entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_links" ADD CONSTRAINT "a_link_leads_to_a_file_of_its_organization" FOREIGN KEY ("organization_id","entry_id") REFERENCES "public"."storage_entries"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chunks_by_their_words" ON "storage_chunks" USING gin ("organization_id","words");--> statement-breakpoint
CREATE INDEX "chunks_by_their_letters" ON "storage_chunks" USING gin ("organization_id",lower("text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "links_by_their_end" ON "storage_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "links_to_a_file" ON "storage_links" USING btree ("organization_id","entry_id");--> statement-breakpoint
CREATE INDEX "documents_that_wait" ON "storage_documents" USING btree ("organization_id","due_at") WHERE "storage_documents"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "documents_in_hand" ON "storage_documents" USING btree ("leased_until") WHERE "storage_documents"."state" = 'indexing';--> statement-breakpoint
ALTER TABLE "storage_documents" ADD CONSTRAINT "what_is_being_indexed_is_leased" CHECK (("storage_documents"."state" = 'indexing') = ("storage_documents"."lease_id" is not null));
CREATE TABLE "storage_blobs" (
	"organization_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"is_encrypted" boolean NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bytes_are_stored_once" PRIMARY KEY("organization_id","hash","is_encrypted")
);
--> statement-breakpoint
CREATE TABLE "storage_documents" (
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	CONSTRAINT "a_file_is_one_document" PRIMARY KEY("organization_id","entry_id"),
	CONSTRAINT "an_index_state_is_known" CHECK ("storage_documents"."state" in ('queued', 'indexing', 'indexed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "storage_entries" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"hash" text,
	"is_encrypted" boolean,
	"trashed_at" timestamp with time zone,
	"original_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "an_entry_belongs_to_one_organization" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "a_name_is_used_once_in_a_folder" UNIQUE NULLS NOT DISTINCT("organization_id","parent_id","name"),
	CONSTRAINT "an_entry_is_a_file_or_a_folder" CHECK ("storage_entries"."type" in ('file', 'folder')),
	CONSTRAINT "files_and_nothing_else_have_bytes" CHECK (("storage_entries"."type" = 'file') = ("storage_entries"."hash" is not null)),
	CONSTRAINT "of_bytes_one_knows_whether_they_are_sealed" CHECK (("storage_entries"."hash" is null) = ("storage_entries"."is_encrypted" is null))
);
--> statement-breakpoint
CREATE TABLE "storage_shares" (
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"permission" text NOT NULL,
	CONSTRAINT "a_folder_is_shared_once_with_a_teammate" PRIMARY KEY("organization_id","entry_id","employee_id"),
	CONSTRAINT "a_share_lets_read_or_write" CHECK ("storage_shares"."permission" in ('read', 'write'))
);
--> statement-breakpoint
ALTER TABLE "storage_documents" ADD CONSTRAINT "a_document_is_a_file_of_its_organization" FOREIGN KEY ("organization_id","entry_id") REFERENCES "public"."storage_entries"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_entries" ADD CONSTRAINT "storage_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_entries" ADD CONSTRAINT "an_entry_lies_in_a_folder_of_its_organization" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."storage_entries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_entries" ADD CONSTRAINT "a_file_names_bytes_that_are_there" FOREIGN KEY ("organization_id","hash","is_encrypted") REFERENCES "public"."storage_blobs"("organization_id","hash","is_encrypted") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_shares" ADD CONSTRAINT "a_share_is_of_a_folder_of_its_organization" FOREIGN KEY ("organization_id","entry_id") REFERENCES "public"."storage_entries"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_shares" ADD CONSTRAINT "a_share_is_for_a_teammate_of_its_organization" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bytes_by_age" ON "storage_blobs" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "entries_that_name_bytes" ON "storage_entries" USING btree ("organization_id","hash");--> statement-breakpoint
CREATE INDEX "entries_by_letters_of_their_name" ON "storage_entries" USING gin ("organization_id",lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "trash_by_age" ON "storage_entries" USING btree ("trashed_at") WHERE "storage_entries"."trashed_at" is not null;--> statement-breakpoint
CREATE INDEX "detached_entries" ON "storage_entries" USING btree ("organization_id","id") WHERE "storage_entries"."parent_id" is null and "storage_entries"."name" <> '';--> statement-breakpoint
CREATE INDEX "folders_of_a_teammate" ON "storage_shares" USING btree ("organization_id","employee_id");
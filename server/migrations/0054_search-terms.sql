ALTER TABLE "storage_documents" DROP CONSTRAINT "what_is_being_indexed_is_leased";--> statement-breakpoint
DROP INDEX "documents_in_hand";--> statement-breakpoint
ALTER TABLE "storage_chunks" ALTER COLUMN "words" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "storage_chunks" ADD COLUMN "folded" text;--> statement-breakpoint
ALTER TABLE "storage_documents" ADD COLUMN "index_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "chunks_by_their_folded_letters" ON "storage_chunks" USING gin ("organization_id","folded" gin_trgm_ops) WHERE "storage_chunks"."folded" is not null;--> statement-breakpoint
CREATE INDEX "documents_not_indexed" ON "storage_documents" USING btree ("organization_id") WHERE "storage_documents"."state" <> 'indexed';--> statement-breakpoint
CREATE INDEX "documents_by_index_version" ON "storage_documents" USING btree ("organization_id","index_version") WHERE "storage_documents"."state" = 'indexed';--> statement-breakpoint
CREATE INDEX "documents_in_hand" ON "storage_documents" USING btree ("leased_until") WHERE "storage_documents"."lease_id" is not null;--> statement-breakpoint
ALTER TABLE "storage_documents" ADD CONSTRAINT "what_is_being_indexed_is_leased" CHECK ("storage_documents"."state" = 'indexed' or ("storage_documents"."state" = 'indexing') = ("storage_documents"."lease_id" is not null));
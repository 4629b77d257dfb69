CREATE TABLE "connector_documents" (
	"mcp_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mcps" DROP CONSTRAINT "a_simple_connector_has_an_address";--> statement-breakpoint
ALTER TABLE "mcps" DROP CONSTRAINT "a_connector_type_is_known";--> statement-breakpoint
ALTER TABLE "connector_documents" ADD CONSTRAINT "a_document_is_of_a_connector" FOREIGN KEY ("organization_id","mcp_id") REFERENCES "public"."mcps"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcps" ADD CONSTRAINT "a_connector_has_an_address" CHECK (("mcps"."type" <> 'oauth') = ("mcps"."url" is not null));--> statement-breakpoint
ALTER TABLE "mcps" ADD CONSTRAINT "a_connector_type_is_known" CHECK ("mcps"."type" in ('simple', 'openapi', 'oauth'));
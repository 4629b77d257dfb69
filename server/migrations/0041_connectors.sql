CREATE TABLE "employee_mcps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"mcp_id" uuid,
	"oauth_mcp" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_connector_is_assigned_once" UNIQUE("organization_id","employee_id","mcp_id"),
	CONSTRAINT "an_entry_is_assigned_once" UNIQUE("organization_id","employee_id","oauth_mcp"),
	CONSTRAINT "an_assignment_is_of_one_thing" CHECK (num_nonnulls("employee_mcps"."mcp_id", "employee_mcps"."oauth_mcp") = 1)
);
--> statement-breakpoint
CREATE TABLE "mcps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"url" text,
	"headers_sealed" text,
	"oauth_mcp" text,
	"version" integer DEFAULT 1 NOT NULL,
	"footing" jsonb,
	"tools" jsonb,
	"list_version" integer DEFAULT 0 NOT NULL,
	"tool_count" integer,
	"token_count" integer,
	"listed_at" timestamp with time zone,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_connector_belongs_to_one_organization" UNIQUE("organization_id","id"),
	CONSTRAINT "a_connector_has_a_name_of_its_own" UNIQUE("organization_id","name"),
	CONSTRAINT "a_connector_type_is_known" CHECK ("mcps"."type" in ('simple', 'oauth')),
	CONSTRAINT "a_simple_connector_has_an_address" CHECK (("mcps"."type" = 'simple') = ("mcps"."url" is not null)),
	CONSTRAINT "an_oauth_connector_has_an_entry" CHECK (("mcps"."type" = 'oauth') = ("mcps"."oauth_mcp" is not null))
);
--> statement-breakpoint
ALTER TABLE "employee_mcps" ADD CONSTRAINT "an_assignment_is_of_a_teammate" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_mcps" ADD CONSTRAINT "an_assignment_is_of_a_connector" FOREIGN KEY ("organization_id","mcp_id") REFERENCES "public"."mcps"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcps" ADD CONSTRAINT "mcps_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignments_of_a_connector" ON "employee_mcps" USING btree ("organization_id","mcp_id");
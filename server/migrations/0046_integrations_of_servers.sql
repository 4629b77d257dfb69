CREATE TABLE "oauth_toolsets" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"service" text NOT NULL,
	"oauth_mcp" text NOT NULL,
	"footing" jsonb,
	"tools" jsonb,
	"list_version" integer DEFAULT 0 NOT NULL,
	"tool_count" integer,
	"token_count" integer,
	"listed_at" timestamp with time zone,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_toolset_is_listed_once" PRIMARY KEY("organization_id","employee_id","oauth_mcp")
);
--> statement-breakpoint
ALTER TABLE "oauth_toolsets" ADD CONSTRAINT "a_list_is_of_an_account" FOREIGN KEY ("organization_id","employee_id","service") REFERENCES "public"."oauth_integrations"("organization_id","employee_id","service") ON DELETE cascade ON UPDATE no action;
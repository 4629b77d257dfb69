CREATE TABLE "webchat_entry_points" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"employee_id" uuid NOT NULL,
	"multi_conversations" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webchat_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"allowed_origins" text[] DEFAULT '{}' NOT NULL,
	"identity_required" boolean DEFAULT false NOT NULL,
	"identity_secret_sealed" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webchat_entry_points" ADD CONSTRAINT "webchat_entry_points_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webchat_entry_points" ADD CONSTRAINT "webchat_entry_points_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webchat_settings" ADD CONSTRAINT "webchat_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_points_of_an_organization" ON "webchat_entry_points" USING btree ("organization_id","id");
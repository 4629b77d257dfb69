CREATE TABLE "tchat_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"attachment_id" uuid NOT NULL,
	"chat_id" text NOT NULL,
	"state" text NOT NULL,
	"upload_sealed" text,
	"web_url" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_tchat_file_state_is_known" CHECK ("tchat_files"."state" in ('pending', 'uploading', 'uploaded', 'failed', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "ms_teams_meta" jsonb;--> statement-breakpoint
ALTER TABLE "tchat_files" ADD CONSTRAINT "tchat_files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tchat_files" ADD CONSTRAINT "tchat_files_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tchat_files" ADD CONSTRAINT "tchat_files_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a_file_is_offered_once" ON "tchat_files" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "tchat_files_of_an_organization" ON "tchat_files" USING btree ("organization_id");
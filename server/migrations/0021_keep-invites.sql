CREATE TABLE "organization_invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"uses" integer DEFAULT 1 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"invited_by" uuid,
	"invited_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"mail_status" text,
	"mail_problem" text,
	"mail_message_id" uuid,
	"mail_attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "an_invite_gives_a_role_that_may_be_given" CHECK ("organization_invites"."role" in ('admin', 'member')),
	CONSTRAINT "an_invite_has_a_status" CHECK ("organization_invites"."status" in ('Pending', 'Accepted', 'Cancelled')),
	CONSTRAINT "an_invite_is_used_as_often_as_it_may" CHECK ("organization_invites"."used" between 0 and "organization_invites"."uses"),
	CONSTRAINT "a_used_up_invite_is_accepted" CHECK ("organization_invites"."status" <> 'Pending' or "organization_invites"."used" < "organization_invites"."uses"),
	CONSTRAINT "an_address_is_in_lower_case" CHECK ("organization_invites"."email" = lower("organization_invites"."email")),
	CONSTRAINT "an_address_is_invited_for_itself" CHECK ("organization_invites"."email" is null or "organization_invites"."uses" = 1),
	CONSTRAINT "a_mail_has_a_status" CHECK ("organization_invites"."mail_status" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "organization_invites" ADD CONSTRAINT "organization_invites_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invites" ADD CONSTRAINT "organization_invites_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a_code_belongs_to_one_invite" ON "organization_invites" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "an_address_is_invited_once_at_a_time" ON "organization_invites" USING btree ("organization_id","email") WHERE "organization_invites"."email" is not null and "organization_invites"."status" = 'Pending';--> statement-breakpoint
CREATE INDEX "invites_by_creation" ON "organization_invites" USING btree ("organization_id","created_at","id");
CREATE TABLE "channel_accounts" (
	"organization_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"account_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "an_account_is_linked_to_one_user" PRIMARY KEY("organization_id","channel","account_id")
);
--> statement-breakpoint
ALTER TABLE "channel_accounts" ADD CONSTRAINT "channel_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_accounts" ADD CONSTRAINT "channel_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a_user_has_one_account_per_channel" ON "channel_accounts" USING btree ("organization_id","channel","user_id");
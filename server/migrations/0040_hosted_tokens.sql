CREATE TABLE "hosted_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"token_hash" text NOT NULL,
	"ending" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_hosted_token_is_one_of_its_kind" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "hosted_tokens" ADD CONSTRAINT "hosted_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosted_tokens" ADD CONSTRAINT "a_hosted_token_is_for_a_teammate_of_its_organization" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hosted_tokens_of_a_teammate" ON "hosted_tokens" USING btree ("organization_id","employee_id","user_id","id");
CREATE TABLE "oauth_attempts" (
	"nonce_hash" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"service" text NOT NULL,
	"user_id" uuid NOT NULL,
	"code_verifier_sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_integrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"service" text NOT NULL,
	"tokens_sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"scopes" jsonb NOT NULL,
	"account" text,
	"connected_by" uuid,
	"connected_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_teammate_has_one_account_of_a_service" UNIQUE("organization_id","employee_id","service"),
	CONSTRAINT "an_integration_is_of_a_known_service" CHECK ("oauth_integrations"."service" in ('idpa', 'idpb')),
	CONSTRAINT "an_integration_status_is_known" CHECK ("oauth_integrations"."status" in ('valid', 'invalid', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "oauth_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "an_attempt_is_for_a_teammate" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_integrations" ADD CONSTRAINT "oauth_integrations_connected_by_users_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_integrations" ADD CONSTRAINT "an_integration_is_of_a_teammate" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_attempts_by_end" ON "oauth_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_attempts_for_a_teammate" ON "oauth_attempts" USING btree ("organization_id","employee_id");--> statement-breakpoint
CREATE INDEX "oauth_attempts_of_a_user" ON "oauth_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "integrations_by_account" ON "oauth_integrations" USING btree ("service","account");--> statement-breakpoint
CREATE INDEX "integrations_of_a_user" ON "oauth_integrations" USING btree ("connected_by");
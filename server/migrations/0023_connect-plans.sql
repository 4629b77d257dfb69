CREATE TABLE "vendor_connection_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"started_by_user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"user_code" text NOT NULL,
	"verification_url" text NOT NULL,
	"device_auth_id_sealed" text NOT NULL,
	"grant_sealed" text,
	"error" text,
	"interval_seconds" integer NOT NULL,
	"next_poll_at" timestamp with time zone NOT NULL,
	"lease_id" uuid,
	"leased_until" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vendor_credentials" ADD COLUMN "tokens_sealed" text;--> statement-breakpoint
ALTER TABLE "vendor_credentials" ADD COLUMN "tokens_expire_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vendor_credentials" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "vendor_credentials" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vendor_connection_attempts" ADD CONSTRAINT "vendor_connection_attempts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_connection_attempts" ADD CONSTRAINT "vendor_connection_attempts_started_by_user_id_users_id_fk" FOREIGN KEY ("started_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "an_organization_has_one_pending_connection_attempt" ON "vendor_connection_attempts" USING btree ("organization_id") WHERE "vendor_connection_attempts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "connection_attempts_of_an_organization" ON "vendor_connection_attempts" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "pending_connection_attempts_by_next_poll" ON "vendor_connection_attempts" USING btree ("next_poll_at") WHERE "vendor_connection_attempts"."status" = 'pending';
CREATE TABLE "organization_channel_connections" (
	"organization_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'disconnected' NOT NULL,
	"team_id" text,
	"team_name" text,
	"app_id" text,
	"bot_user_id" text,
	"bot_token_sealed" text,
	"connected_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	CONSTRAINT "an_organization_has_one_connection_per_channel" PRIMARY KEY("organization_id","channel")
);
--> statement-breakpoint
CREATE TABLE "used_oauth_states" (
	"nonce" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "organization_channel_connections" ADD CONSTRAINT "organization_channel_connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_connection_attempts" ADD CONSTRAINT "vendor_connection_attempts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_connection_attempts" ADD CONSTRAINT "vendor_connection_attempts_started_by_user_id_users_id_fk" FOREIGN KEY ("started_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a_team_is_connected_to_one_organization" ON "organization_channel_connections" USING btree ("channel","team_id");--> statement-breakpoint
CREATE INDEX "active_channel_connections_by_check" ON "organization_channel_connections" USING btree ("checked_at") WHERE "organization_channel_connections"."status" = 'active';--> statement-breakpoint
CREATE INDEX "used_oauth_states_by_end" ON "used_oauth_states" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "an_organization_has_one_pending_connection_attempt" ON "vendor_connection_attempts" USING btree ("organization_id") WHERE "vendor_connection_attempts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "connection_attempts_of_an_organization" ON "vendor_connection_attempts" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "pending_connection_attempts_by_next_poll" ON "vendor_connection_attempts" USING btree ("next_poll_at") WHERE "vendor_connection_attempts"."status" = 'pending';
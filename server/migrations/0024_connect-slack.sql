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
ALTER TABLE "organization_channel_connections" ADD CONSTRAINT "organization_channel_connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a_team_is_connected_to_one_organization" ON "organization_channel_connections" USING btree ("channel","team_id");--> statement-breakpoint
CREATE INDEX "active_channel_connections_by_check" ON "organization_channel_connections" USING btree ("checked_at") WHERE "organization_channel_connections"."status" = 'active';--> statement-breakpoint
CREATE INDEX "used_oauth_states_by_end" ON "used_oauth_states" USING btree ("expires_at");
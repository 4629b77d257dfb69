CREATE TABLE "ai_models" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"model" text NOT NULL,
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"is_multimodal" boolean DEFAULT false NOT NULL,
	"is_realtime" boolean DEFAULT false NOT NULL,
	"is_tts" boolean DEFAULT false NOT NULL,
	"is_stt" boolean DEFAULT false NOT NULL,
	"is_reasoning" boolean DEFAULT false NOT NULL,
	"input_cost" numeric(14, 8),
	"output_cost" numeric(14, 8),
	"cached_input_cost" numeric(14, 8),
	"voices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_model_is_listed_once_per_provider" UNIQUE("provider","model"),
	CONSTRAINT "prices_are_not_negative" CHECK (least("ai_models"."input_cost", "ai_models"."output_cost", "ai_models"."cached_input_cost") >= 0)
);
--> statement-breakpoint
CREATE TABLE "ai_voices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_voices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"voice" text NOT NULL,
	"gender" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_voice_is_listed_once_per_provider" UNIQUE("provider","voice")
);
--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"fallback_model_1" bigint,
	"fallback_model_2" bigint,
	CONSTRAINT "platform_settings_are_one_row" CHECK ("platform_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"hash" text NOT NULL,
	"is_encrypted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"channel_name" text DEFAULT '' NOT NULL,
	"external_id" text NOT NULL,
	"auto_name" text NOT NULL,
	"user_id" uuid,
	"current_conversation_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"contact_channel_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"channel_name" text DEFAULT '' NOT NULL,
	"external_id" text,
	"title" text,
	"temporary_title" text,
	"title_source" text,
	"conversation_icon_id" text,
	"status" text DEFAULT 'active' NOT NULL,
	"automation_enabled" boolean DEFAULT true NOT NULL,
	"assigned_user_id" uuid,
	"epoch" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "a_conversation_status_is_known" CHECK ("conversations"."status" in ('active', 'waiting_for_operator', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel" text,
	"role" text NOT NULL,
	"status" text DEFAULT 'completed' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"stream_index" integer DEFAULT 0 NOT NULL,
	"stream_reasoning" text,
	"stream_tools" jsonb,
	"contact_channel_id" uuid,
	"employee_id" uuid,
	"user_id" uuid,
	"run_id" uuid,
	"reaction" text,
	"feedback_comment" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"generation_ms" integer,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "a_message_role_is_known" CHECK ("messages"."role" in ('contact', 'ai', 'bot', 'operator', 'system')),
	CONSTRAINT "a_message_status_is_known" CHECK ("messages"."status" in ('in_progress', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"organization_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"contact_channel_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_contact_takes_part_once" PRIMARY KEY("conversation_id","contact_channel_id")
);
--> statement-breakpoint
CREATE TABLE "vendor_credentials" (
	"organization_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"api_key_sealed" text,
	"base_url" text,
	"cleared_api_key_sealed" text,
	"cleared_base_url" text,
	"cleared_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "an_organization_has_one_credential_per_vendor" PRIMARY KEY("organization_id","provider")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_user_is_a_member_once" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "a_role_is_known" CHECK ("memberships"."role" in ('owner', 'admin', 'member'))
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"ai_default_model" bigint,
	"is_debug_mode" boolean DEFAULT false NOT NULL,
	"use_lazy_tools" boolean DEFAULT true NOT NULL,
	"is_auto_compacting_enabled" boolean DEFAULT false NOT NULL,
	"ai_employee_daily_cost_limit_usd" numeric(14, 2),
	"available_tokens" numeric(16, 6) DEFAULT 0 NOT NULL,
	"public_api_key" text NOT NULL,
	"private_api_key_sealed" text NOT NULL,
	"private_api_key_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "an_organization_is_active_or_inactive" CHECK ("organizations"."status" in ('active', 'inactive')),
	CONSTRAINT "an_organization_has_a_name" CHECK (length(trim("organizations"."name")) > 0)
);
--> statement-breakpoint
CREATE TABLE "run_leases" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"job" text NOT NULL,
	"holder" uuid,
	"expires_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_payloads" (
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "a_payload_is_kept_once" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "run_steps" (
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"step_id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"duration_ms" integer,
	"fallback_used" boolean DEFAULT false NOT NULL,
	"last_error" text,
	"model" text,
	CONSTRAINT "a_step_is_logged_once" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid,
	"employee_id" uuid,
	"conversation_id" uuid,
	"contact_id" uuid,
	"user_id" uuid,
	"parent_run_id" uuid,
	"channel" text,
	"message_id" uuid,
	"assistant_message_id" uuid,
	"is_async" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"model" text,
	"error" text,
	"error_code" text,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_input_tokens" bigint DEFAULT 0 NOT NULL,
	"usd_cost" numeric(14, 8) DEFAULT 0 NOT NULL,
	"costs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "a_run_status_is_known" CHECK ("runs"."status" in ('queued', 'running', 'suspended', 'completed', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "spend_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"day" date NOT NULL,
	"usd" numeric(14, 8) DEFAULT 0 NOT NULL,
	"credits" numeric(16, 6) DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teammate_spend" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"day" date NOT NULL,
	"spent_usd" numeric(14, 8) DEFAULT 0 NOT NULL,
	"reserved_usd" numeric(14, 8) DEFAULT 0 NOT NULL,
	CONSTRAINT "a_teammate_spends_by_the_day" PRIMARY KEY("organization_id","employee_id","day")
);
--> statement-breakpoint
CREATE TABLE "access_group_employees" (
	"organization_id" uuid NOT NULL,
	"access_group_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	CONSTRAINT "a_teammate_is_in_an_access_group_once" PRIMARY KEY("organization_id","access_group_id","employee_id")
);
--> statement-breakpoint
CREATE TABLE "access_group_users" (
	"organization_id" uuid NOT NULL,
	"access_group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "a_user_is_in_an_access_group_once" PRIMARY KEY("organization_id","access_group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "access_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "an_access_group_belongs_to_one_organization" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "ai_employees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"model" bigint,
	"tts_model" bigint,
	"stt_model" bigint,
	"voice" text,
	"channel" text DEFAULT 'Not selected' NOT NULL,
	"show_thinking" boolean DEFAULT true NOT NULL,
	"reasoning" text DEFAULT 'off' NOT NULL,
	"tools" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"workflow_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"owned_by_user_id" uuid,
	"is_system" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_teammate_belongs_to_one_organization" UNIQUE("organization_id","id"),
	CONSTRAINT "a_user_has_one_personal_assistant" UNIQUE("organization_id","owned_by_user_id"),
	CONSTRAINT "a_teammate_has_a_name" CHECK (length(trim("ai_employees"."name")) > 0),
	CONSTRAINT "a_channel_is_known" CHECK ("ai_employees"."channel" in ('Not selected', 'Web Chat', 'API')),
	CONSTRAINT "a_reasoning_effort_is_known" CHECK ("ai_employees"."reasoning" in ('off', 'low', 'medium', 'high')),
	CONSTRAINT "a_personal_assistant_is_a_system_teammate" CHECK ("ai_employees"."is_system" or "ai_employees"."owned_by_user_id" is null),
	CONSTRAINT "a_system_teammate_is_never_deleted" CHECK (not "ai_employees"."is_system" or "ai_employees"."deleted_at" is null)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"ws_token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ws_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"picture" text,
	"email" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"current_organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entity_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_version_of_an_entity_is_numbered_once" UNIQUE("organization_id","entity_type","entity_id","version")
);
--> statement-breakpoint
ALTER TABLE "platform_settings" ADD CONSTRAINT "platform_settings_fallback_model_1_ai_models_id_fk" FOREIGN KEY ("fallback_model_1") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_settings" ADD CONSTRAINT "platform_settings_fallback_model_2_ai_models_id_fk" FOREIGN KEY ("fallback_model_2") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_channels" ADD CONSTRAINT "contact_channels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_channels" ADD CONSTRAINT "contact_channels_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_channels" ADD CONSTRAINT "contact_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_contact_channel_id_contact_channels_id_fk" FOREIGN KEY ("contact_channel_id") REFERENCES "public"."contact_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assigned_user_id_users_id_fk" FOREIGN KEY ("assigned_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_contact_channel_id_contact_channels_id_fk" FOREIGN KEY ("contact_channel_id") REFERENCES "public"."contact_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_credentials" ADD CONSTRAINT "vendor_credentials_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_ai_default_model_ai_models_id_fk" FOREIGN KEY ("ai_default_model") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_group_employees" ADD CONSTRAINT "teammates_are_in_a_group_of_their_organization" FOREIGN KEY ("organization_id","access_group_id") REFERENCES "public"."access_groups"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_group_employees" ADD CONSTRAINT "teammates_of_a_group_are_of_its_organization" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_group_users" ADD CONSTRAINT "users_are_in_a_group_of_their_organization" FOREIGN KEY ("organization_id","access_group_id") REFERENCES "public"."access_groups"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_group_users" ADD CONSTRAINT "users_of_a_group_are_members" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_groups" ADD CONSTRAINT "access_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_employees" ADD CONSTRAINT "ai_employees_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_employees" ADD CONSTRAINT "ai_employees_model_ai_models_id_fk" FOREIGN KEY ("model") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_employees" ADD CONSTRAINT "ai_employees_tts_model_ai_models_id_fk" FOREIGN KEY ("tts_model") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_employees" ADD CONSTRAINT "ai_employees_stt_model_ai_models_id_fk" FOREIGN KEY ("stt_model") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_employees" ADD CONSTRAINT "ai_employees_owned_by_user_id_users_id_fk" FOREIGN KEY ("owned_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_versions" ADD CONSTRAINT "entity_versions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_versions" ADD CONSTRAINT "entity_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_of_a_message" ON "attachments" USING btree ("organization_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_contact_is_known_once_per_channel" ON "contact_channels" USING btree ("organization_id","channel","channel_name","external_id");--> statement-breakpoint
CREATE INDEX "contacts_of_an_organization" ON "contacts" USING btree ("organization_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_callers_conversation_id_is_used_once" ON "conversations" USING btree ("organization_id","employee_id","channel","channel_name","external_id") WHERE "conversations"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_of_a_teammate" ON "conversations" USING btree ("organization_id","employee_id","last_message_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversations_of_a_contact" ON "conversations" USING btree ("organization_id","contact_channel_id","last_message_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_of_a_conversation" ON "messages" USING btree ("organization_id","conversation_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversations_of_a_participant" ON "participants" USING btree ("organization_id","contact_channel_id");--> statement-breakpoint
CREATE INDEX "audit_of_an_organization" ON "audit_entries" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "memberships_of_a_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_public_key_belongs_to_one_organization" ON "organizations" USING btree ("public_api_key");--> statement-breakpoint
CREATE UNIQUE INDEX "a_private_key_belongs_to_one_organization" ON "organizations" USING btree ("private_api_key_hash");--> statement-breakpoint
CREATE INDEX "runs_of_an_organization" ON "runs" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_of_a_teammate" ON "runs" USING btree ("organization_id","employee_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_of_a_conversation" ON "runs" USING btree ("organization_id","conversation_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reservations_of_a_run" ON "spend_reservations" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "access_groups_of_a_teammate" ON "access_group_employees" USING btree ("organization_id","employee_id","access_group_id");--> statement-breakpoint
CREATE INDEX "access_groups_of_a_user" ON "access_group_users" USING btree ("organization_id","user_id","access_group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_websocket_token_belongs_to_one_session" ON "sessions" USING btree ("ws_token");--> statement-breakpoint
CREATE INDEX "sessions_of_a_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("ws_expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "an_email_belongs_to_one_user" ON "users" USING btree (lower("email"));
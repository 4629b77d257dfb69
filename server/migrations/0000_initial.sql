CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"actor" text DEFAULT 'user' NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"subject_name" text,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"request_id" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "channel_bots" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"bot_id" text NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"reads_groups" boolean NOT NULL,
	"token_sealed" text NOT NULL,
	"webhook_secret_sealed" text NOT NULL,
	"webhook_problem" text,
	"webhook_error" text,
	"platform_data" jsonb,
	"enables_private_chats" boolean NOT NULL,
	"is_access_decided" boolean DEFAULT false NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_teammate_has_one_bot_per_channel" PRIMARY KEY("employee_id","channel"),
	CONSTRAINT "a_bot_status_is_known" CHECK ("channel_bots"."status" in ('active', 'invalid'))
);
--> statement-breakpoint
CREATE TABLE "channel_chats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"chat_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"topic" text,
	"platform_data" jsonb,
	"is_of_organization" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"reviewed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "a_chat_status_is_known" CHECK ("channel_chats"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "channel_threads" (
	"chat_id" uuid NOT NULL,
	"thread_id" text NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_thread_is_known_once" PRIMARY KEY("chat_id","thread_id")
);
--> statement-breakpoint
CREATE TABLE "channel_updates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"external_id" text NOT NULL,
	"chat_id" uuid NOT NULL,
	"body" jsonb,
	"sender_id" text NOT NULL,
	"file_count" integer NOT NULL,
	"batch_id" text,
	"platform_message_id" text,
	"thread_id" text,
	"message_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "used_oauth_states" (
	"nonce" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connector_documents" (
	"mcp_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employee_mcps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"mcp_id" uuid,
	"oauth_mcp" text,
	"ask" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_connector_is_assigned_once" UNIQUE("organization_id","employee_id","mcp_id"),
	CONSTRAINT "an_entry_is_assigned_once" UNIQUE("organization_id","employee_id","oauth_mcp"),
	CONSTRAINT "an_assignment_is_of_one_thing" CHECK (num_nonnulls("employee_mcps"."mcp_id", "employee_mcps"."oauth_mcp") = 1)
);
--> statement-breakpoint
CREATE TABLE "mcps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"url" text,
	"headers_sealed" text,
	"oauth_mcp" text,
	"version" integer DEFAULT 1 NOT NULL,
	"footing" jsonb,
	"tools" jsonb,
	"list_version" integer DEFAULT 0 NOT NULL,
	"tool_count" integer,
	"token_count" integer,
	"listed_at" timestamp with time zone,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_connector_belongs_to_one_organization" UNIQUE("organization_id","id"),
	CONSTRAINT "a_connector_has_a_name_of_its_own" UNIQUE("organization_id","name"),
	CONSTRAINT "a_connector_type_is_known" CHECK ("mcps"."type" in ('simple', 'openapi', 'oauth')),
	CONSTRAINT "a_connector_has_an_address" CHECK (("mcps"."type" <> 'oauth') = ("mcps"."url" is not null)),
	CONSTRAINT "an_oauth_connector_has_an_entry" CHECK (("mcps"."type" = 'oauth') = ("mcps"."oauth_mcp" is not null))
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
	"searched" text GENERATED ALWAYS AS (lower(external_id || ' ' || auto_name)) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"merged_contact_id" uuid NOT NULL,
	"merged_name" text NOT NULL,
	"channel_ids" uuid[] NOT NULL,
	"taken" jsonb NOT NULL,
	"merged_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"searched" text GENERATED ALWAYS AS (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"ms_teams_meta" jsonb,
	"delivers_by" text,
	"assigned_user_id" uuid,
	"unanswered_since" timestamp with time zone,
	"epoch" integer DEFAULT 0 NOT NULL,
	"is_internal" boolean GENERATED ALWAYS AS (channel = 'employee_chat') STORED NOT NULL,
	"last_message_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "a_conversation_status_is_known" CHECK ("conversations"."status" in ('active', 'waiting_for_operator', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "inbox_counts" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"is_internal" boolean NOT NULL,
	"assigned_user_id" uuid,
	"conversations" integer NOT NULL,
	"waiting" integer NOT NULL,
	"escalated" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_deliveries" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"withdrawn_because" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"holder" uuid,
	"last_error" text,
	"parts_sent" integer DEFAULT 0 NOT NULL,
	"part_begun" boolean DEFAULT false NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_delivery_state_is_known" CHECK ("message_deliveries"."state" in ('pending', 'delivered', 'failed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "message_payloads" (
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"call_id" text NOT NULL,
	"kind" text NOT NULL,
	"size" integer NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "a_payload_belongs_to_one_call" PRIMARY KEY("organization_id","message_id","call_id","kind")
);
--> statement-breakpoint
CREATE TABLE "message_texts" (
	"organization_id" uuid NOT NULL,
	"contact_channel_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "a_message_is_found_once" PRIMARY KEY("organization_id","contact_channel_id","message_id")
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
	"model_fallback" jsonb,
	"contact_channel_id" uuid,
	"employee_id" uuid,
	"user_id" uuid,
	"run_id" uuid,
	"sender_name" text,
	"client_message_id" uuid,
	"reaction" text,
	"feedback_comment" text,
	"system_event" jsonb,
	"edited_at" timestamp with time zone,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"waiting_since" timestamp with time zone,
	"waiting_for" jsonb,
	"error" text,
	"error_code" text,
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
CREATE TABLE "canned_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"shortcut" text NOT NULL,
	"shortcut_key" text NOT NULL,
	"content" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_labels" (
	"organization_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"is_internal" boolean NOT NULL,
	"last_message_at" timestamp with time zone,
	CONSTRAINT "a_conversation_has_a_label_once" PRIMARY KEY("organization_id","conversation_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_mentions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid,
	"content" text NOT NULL,
	"client_note_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message_translations" (
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"language" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_message_is_translated_once_into_a_language" PRIMARY KEY("organization_id","message_id","language")
);
--> statement-breakpoint
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
CREATE TABLE "oauth_grants_to_revoke" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"service" text NOT NULL,
	"account" text NOT NULL,
	"tokens_sealed" text NOT NULL,
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
CREATE TABLE "oauth_toolsets" (
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"service" text NOT NULL,
	"oauth_mcp" text NOT NULL,
	"footing" jsonb,
	"tools" jsonb,
	"list_version" integer DEFAULT 0 NOT NULL,
	"tool_count" integer,
	"token_count" integer,
	"listed_at" timestamp with time zone,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_toolset_is_listed_once" PRIMARY KEY("organization_id","employee_id","oauth_mcp")
);
--> statement-breakpoint
CREATE TABLE "organization_invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"access_group_ids" uuid[] DEFAULT '{}' NOT NULL,
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
CREATE TABLE "vendor_credentials" (
	"organization_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"api_key_sealed" text,
	"base_url" text,
	"key_check" text,
	"cleared_api_key_sealed" text,
	"cleared_base_url" text,
	"cleared_at" timestamp with time zone,
	"tokens_sealed" text,
	"tokens_expire_at" timestamp with time zone,
	"account" text,
	"lost_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "an_organization_has_one_credential_per_vendor" PRIMARY KEY("organization_id","provider")
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
CREATE TABLE "run_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"is_received" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"hash" text NOT NULL,
	"is_encrypted" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_step_makes_a_file_once" UNIQUE("run_id","seq","name")
);
--> statement-breakpoint
CREATE TABLE "run_leases" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"job" text NOT NULL,
	"holder" uuid,
	"expires_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries_from" integer DEFAULT 0 NOT NULL,
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
	"cursor" text DEFAULT '' NOT NULL,
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
	"attempts" integer,
	"possibly_repeated" boolean,
	CONSTRAINT "a_step_is_logged_once" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "run_suspensions" (
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"question_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"job" text NOT NULL,
	"attempts" integer NOT NULL,
	"step_id" text NOT NULL,
	"kind" text NOT NULL,
	"wakes_at" timestamp with time zone,
	"detail" jsonb,
	"answer" "bytea",
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_step_waits_once" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid,
	"trigger_id" uuid,
	"employee_id" uuid,
	"conversation_id" uuid,
	"contact_id" uuid,
	"user_id" uuid,
	"parent_run_id" uuid,
	"rerun_of" uuid,
	"taken_over_until" integer,
	"channel" text,
	"message_id" uuid,
	"assistant_message_id" uuid,
	"is_async" boolean DEFAULT false NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
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
	"state" jsonb,
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
	"employee_id" uuid,
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
	"warned_limit_usd" numeric(14, 8),
	"reached_limit_usd" numeric(14, 8),
	CONSTRAINT "a_teammate_spends_by_the_day" PRIMARY KEY("organization_id","employee_id","day")
);
--> statement-breakpoint
CREATE TABLE "storage_chunks" (
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"part" integer,
	"part_name" text,
	"numbers" integer[] NOT NULL,
	"overlap" integer DEFAULT 0 NOT NULL,
	"text" text NOT NULL,
	"words" "tsvector",
	"folded" text,
	CONSTRAINT "a_chunk_stands_once_in_its_document" PRIMARY KEY("organization_id","entry_id","seq")
);
--> statement-breakpoint
CREATE TABLE "storage_collection" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"embedding" text NOT NULL,
	"dimensions" integer NOT NULL,
	CONSTRAINT "there_is_one_collection" CHECK ("storage_collection"."is_the_one")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"door" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier_sealed" text NOT NULL,
	"invite_code" text,
	"return_path" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "an_identity_belongs_to_one_user" UNIQUE("issuer","subject"),
	CONSTRAINT "a_user_has_one_identity_at_an_issuer" UNIQUE("user_id","issuer")
);
--> statement-breakpoint
CREATE TABLE "desktop_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"consent_hash" text NOT NULL,
	"session_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"code_challenge" text NOT NULL,
	"device_name" text NOT NULL,
	"is_used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_consent_gives_one_code" UNIQUE("consent_hash")
);
--> statement-breakpoint
CREATE TABLE "idpa_identities" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"name" text,
	"picture" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "an_idpa_account_belongs_to_one_user" UNIQUE("subject")
);
--> statement-breakpoint
CREATE TABLE "operator_links" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stargate_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"system" text NOT NULL,
	"method" text NOT NULL,
	"uri" text NOT NULL,
	"body" jsonb,
	"response" text,
	"status" text DEFAULT 'created' NOT NULL,
	"run_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"gateway" text,
	"alive_until" timestamp with time zone,
	"is_leaving" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_task_status_is_known" CHECK ("stargate_tasks"."status" in ('created', 'requested', 'responded', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "storage_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"run_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_blobs" (
	"organization_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"is_encrypted" boolean NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bytes_are_stored_once" PRIMARY KEY("organization_id","hash","is_encrypted")
);
--> statement-breakpoint
CREATE TABLE "storage_documents" (
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"index_version" integer DEFAULT 0 NOT NULL,
	"lease_id" uuid,
	"leased_until" timestamp with time zone,
	CONSTRAINT "a_file_is_one_document" PRIMARY KEY("organization_id","entry_id"),
	CONSTRAINT "what_is_being_indexed_is_leased" CHECK ("storage_documents"."state" = 'indexed' or ("storage_documents"."state" = 'indexing') = ("storage_documents"."lease_id" is not null)),
	CONSTRAINT "an_index_state_is_known" CHECK ("storage_documents"."state" in ('queued', 'indexing', 'indexed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "storage_entries" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"hash" text,
	"is_encrypted" boolean,
	"trashed_at" timestamp with time zone,
	"original_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "an_entry_belongs_to_one_organization" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "a_name_is_used_once_in_a_folder" UNIQUE NULLS NOT DISTINCT("organization_id","parent_id","name"),
	CONSTRAINT "an_entry_is_a_file_or_a_folder" CHECK ("storage_entries"."type" in ('file', 'folder')),
	CONSTRAINT "files_and_nothing_else_have_bytes" CHECK (("storage_entries"."type" = 'file') = ("storage_entries"."hash" is not null)),
	CONSTRAINT "of_bytes_one_knows_whether_they_are_sealed" CHECK (("storage_entries"."hash" is null) = ("storage_entries"."is_encrypted" is null))
);
--> statement-breakpoint
CREATE TABLE "storage_shares" (
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"permission" text NOT NULL,
	CONSTRAINT "a_folder_is_shared_once_with_a_teammate" PRIMARY KEY("organization_id","entry_id","employee_id"),
	CONSTRAINT "a_share_lets_read_or_write" CHECK ("storage_shares"."permission" in ('read', 'write'))
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
	"skills_folder_id" uuid,
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
	CONSTRAINT "a_voice_needs_a_tts_model" CHECK ("ai_employees"."voice" is null or "ai_employees"."tts_model" is not null),
	CONSTRAINT "a_system_teammate_is_never_deleted" CHECK (not "ai_employees"."is_system" or "ai_employees"."deleted_at" is null)
);
--> statement-breakpoint
CREATE TABLE "trigger_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"trigger_id" uuid NOT NULL,
	"body" jsonb,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_triggers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"type" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"debounce_seconds" integer,
	"protection" text DEFAULT 'none' NOT NULL,
	"secret_sealed" text,
	"cron" text,
	"overlap" text DEFAULT 'skip' NOT NULL,
	"next_at" timestamp with time zone,
	"last_problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_trigger_type_is_known" CHECK ("workflow_triggers"."type" in ('public', 'schedule')),
	CONSTRAINT "a_schedule_has_its_times" CHECK ("workflow_triggers"."type" <> 'schedule' or "workflow_triggers"."cron" is not null),
	CONSTRAINT "a_protected_trigger_has_a_secret" CHECK ("workflow_triggers"."protection" = 'none' or "workflow_triggers"."secret_sealed" is not null)
);
--> statement-breakpoint
CREATE TABLE "usage_counters" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"employee_id" uuid,
	"workflow_id" uuid,
	"channel" text,
	"model" text,
	"duration_power" smallint,
	"failed" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_input_tokens" bigint DEFAULT 0 NOT NULL,
	"usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"platform_usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"listened_ms" bigint DEFAULT 0 NOT NULL,
	"spoken_ms" bigint DEFAULT 0 NOT NULL,
	"speech_usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"duration_ms" bigint DEFAULT 0 NOT NULL,
	"least_ms" bigint,
	"most_ms" bigint,
	CONSTRAINT "usage_is_counted_in_one_place" UNIQUE NULLS NOT DISTINCT("organization_id","day","employee_id","workflow_id","channel","model","duration_power")
);
--> statement-breakpoint
CREATE TABLE "usage_pending" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"employee_id" uuid,
	"workflow_id" uuid,
	"channel" text,
	"model" text,
	"failed" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_input_tokens" bigint DEFAULT 0 NOT NULL,
	"usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"platform_usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"listened_ms" bigint DEFAULT 0 NOT NULL,
	"spoken_ms" bigint DEFAULT 0 NOT NULL,
	"speech_usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"runs" smallint NOT NULL,
	"duration_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "session_id_tokens" (
	"session_id" text PRIMARY KEY NOT NULL,
	"id_token_sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ws_expires_at" timestamp with time zone NOT NULL,
	"public_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_agent" text,
	"device_name" text,
	"address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"notify_of" text NOT NULL,
	"has_sound" boolean NOT NULL,
	"has_notifications" boolean NOT NULL,
	"has_translation" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"picture" text,
	"email" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"current_organization_id" uuid,
	"msgr_account_id" text,
	"msgr_username" text,
	"msgr_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "variables" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "variables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"placeholder" text NOT NULL,
	"value" text,
	"value_sealed" text,
	"is_secret" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "a_variable_has_a_name" CHECK ("variables"."placeholder" <> ''),
	CONSTRAINT "a_secret_is_sealed_and_nothing_else_is" CHECK (("variables"."value" is null) = "variables"."is_secret" and ("variables"."value_sealed" is not null) = "variables"."is_secret")
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
CREATE TABLE "voice_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"progress" jsonb,
	"ended_at" timestamp with time zone,
	"end_code" text
);
--> statement-breakpoint
CREATE TABLE "voice_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid,
	"user_session_id" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"payload_id" uuid NOT NULL,
	"type" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries_from" integer DEFAULT 0 NOT NULL,
	"sending_since" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"response_status" integer,
	"response_body" text,
	"duration_ms" integer,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_webhook_delivery_state_is_known" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed')),
	CONSTRAINT "a_waiting_delivery_has_a_time" CHECK (("webhook_deliveries"."state" = 'pending') = ("webhook_deliveries"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"happened_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_payloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"event_types" text[] NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp with time zone,
	"secret_sealed" text NOT NULL,
	"previous_secret_sealed" text,
	"previous_secret_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_webhook_has_event_types" CHECK (cardinality("webhooks"."event_types") > 0),
	CONSTRAINT "a_webhook_is_disabled_for_a_known_reason" CHECK ("webhooks"."disabled_reason" in ('gone', 'failing'))
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"flow" jsonb,
	"starting_step_id" text,
	"step_count" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_draft" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_workflow_has_a_name" CHECK (length(trim("workflows"."name")) > 0)
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_settings" ADD CONSTRAINT "platform_settings_fallback_model_1_ai_models_id_fk" FOREIGN KEY ("fallback_model_1") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_settings" ADD CONSTRAINT "platform_settings_fallback_model_2_ai_models_id_fk" FOREIGN KEY ("fallback_model_2") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_accounts" ADD CONSTRAINT "channel_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_accounts" ADD CONSTRAINT "channel_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_bots" ADD CONSTRAINT "channel_bots_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_bots" ADD CONSTRAINT "channel_bots_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_chats" ADD CONSTRAINT "channel_chats_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_chats" ADD CONSTRAINT "channel_chats_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_threads" ADD CONSTRAINT "channel_threads_chat_id_channel_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."channel_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_updates" ADD CONSTRAINT "channel_updates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_updates" ADD CONSTRAINT "channel_updates_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_updates" ADD CONSTRAINT "channel_updates_chat_id_channel_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."channel_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_channel_connections" ADD CONSTRAINT "organization_channel_connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tchat_files" ADD CONSTRAINT "tchat_files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tchat_files" ADD CONSTRAINT "tchat_files_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tchat_files" ADD CONSTRAINT "tchat_files_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_documents" ADD CONSTRAINT "a_document_is_of_a_connector" FOREIGN KEY ("organization_id","mcp_id") REFERENCES "public"."mcps"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_mcps" ADD CONSTRAINT "an_assignment_is_of_a_teammate" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_mcps" ADD CONSTRAINT "an_assignment_is_of_a_connector" FOREIGN KEY ("organization_id","mcp_id") REFERENCES "public"."mcps"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcps" ADD CONSTRAINT "mcps_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_channels" ADD CONSTRAINT "contact_channels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_channels" ADD CONSTRAINT "contact_channels_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_channels" ADD CONSTRAINT "contact_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merges" ADD CONSTRAINT "contact_merges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merges" ADD CONSTRAINT "contact_merges_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merges" ADD CONSTRAINT "contact_merges_merged_contact_id_contacts_id_fk" FOREIGN KEY ("merged_contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merges" ADD CONSTRAINT "contact_merges_merged_by_users_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_contact_channel_id_contact_channels_id_fk" FOREIGN KEY ("contact_channel_id") REFERENCES "public"."contact_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assigned_user_id_users_id_fk" FOREIGN KEY ("assigned_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_payloads" ADD CONSTRAINT "message_payloads_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_contact_channel_id_contact_channels_id_fk" FOREIGN KEY ("contact_channel_id") REFERENCES "public"."contact_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_contact_channel_id_contact_channels_id_fk" FOREIGN KEY ("contact_channel_id") REFERENCES "public"."contact_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canned_replies" ADD CONSTRAINT "canned_replies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canned_replies" ADD CONSTRAINT "canned_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_labels" ADD CONSTRAINT "conversation_labels_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_mentions" ADD CONSTRAINT "conversation_mentions_note_id_conversation_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."conversation_notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_mentions" ADD CONSTRAINT "conversation_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_translations" ADD CONSTRAINT "a_translation_goes_with_its_message" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "oauth_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "an_attempt_is_for_a_teammate" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_integrations" ADD CONSTRAINT "oauth_integrations_connected_by_users_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_integrations" ADD CONSTRAINT "an_integration_is_of_a_teammate" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_toolsets" ADD CONSTRAINT "a_list_is_of_an_account" FOREIGN KEY ("organization_id","employee_id","service") REFERENCES "public"."oauth_integrations"("organization_id","employee_id","service") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invites" ADD CONSTRAINT "organization_invites_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invites" ADD CONSTRAINT "organization_invites_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosted_tokens" ADD CONSTRAINT "hosted_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosted_tokens" ADD CONSTRAINT "a_hosted_token_is_for_a_teammate_of_its_organization" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_connection_attempts" ADD CONSTRAINT "vendor_connection_attempts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_connection_attempts" ADD CONSTRAINT "vendor_connection_attempts_started_by_user_id_users_id_fk" FOREIGN KEY ("started_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_credentials" ADD CONSTRAINT "vendor_credentials_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_ai_default_model_ai_models_id_fk" FOREIGN KEY ("ai_default_model") REFERENCES "public"."ai_models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_chunks" ADD CONSTRAINT "a_chunk_is_of_a_document" FOREIGN KEY ("organization_id","entry_id") REFERENCES "public"."storage_documents"("organization_id","entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_identities" ADD CONSTRAINT "auth_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desktop_codes" ADD CONSTRAINT "desktop_codes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desktop_codes" ADD CONSTRAINT "desktop_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idpa_identities" ADD CONSTRAINT "idpa_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_links" ADD CONSTRAINT "operator_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stargate_tasks" ADD CONSTRAINT "stargate_tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_links" ADD CONSTRAINT "a_link_leads_to_a_file_of_its_organization" FOREIGN KEY ("organization_id","entry_id") REFERENCES "public"."storage_entries"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_links" ADD CONSTRAINT "a_link_is_made_by_a_teammate_of_its_organization" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_documents" ADD CONSTRAINT "a_document_is_a_file_of_its_organization" FOREIGN KEY ("organization_id","entry_id") REFERENCES "public"."storage_entries"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_entries" ADD CONSTRAINT "storage_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_entries" ADD CONSTRAINT "an_entry_lies_in_a_folder_of_its_organization" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."storage_entries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_entries" ADD CONSTRAINT "a_file_names_bytes_that_are_there" FOREIGN KEY ("organization_id","hash","is_encrypted") REFERENCES "public"."storage_blobs"("organization_id","hash","is_encrypted") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_shares" ADD CONSTRAINT "a_share_is_of_a_folder_of_its_organization" FOREIGN KEY ("organization_id","entry_id") REFERENCES "public"."storage_entries"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_shares" ADD CONSTRAINT "a_share_is_for_a_teammate_of_its_organization" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."ai_employees"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "workflow_triggers" ADD CONSTRAINT "workflow_triggers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_triggers" ADD CONSTRAINT "workflow_triggers_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_id_tokens" ADD CONSTRAINT "session_id_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variables" ADD CONSTRAINT "variables_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_versions" ADD CONSTRAINT "entity_versions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_versions" ADD CONSTRAINT "entity_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_sessions" ADD CONSTRAINT "voice_sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_sessions" ADD CONSTRAINT "voice_sessions_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_sessions" ADD CONSTRAINT "voice_sessions_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_sessions" ADD CONSTRAINT "voice_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_sessions" ADD CONSTRAINT "voice_sessions_user_session_id_sessions_id_fk" FOREIGN KEY ("user_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webchat_entry_points" ADD CONSTRAINT "webchat_entry_points_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webchat_entry_points" ADD CONSTRAINT "webchat_entry_points_employee_id_ai_employees_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."ai_employees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webchat_settings" ADD CONSTRAINT "webchat_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_of_an_organization" ON "audit_entries" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_of_a_user" ON "audit_entries" USING btree ("organization_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_of_an_action" ON "audit_entries" USING btree ("organization_id","action","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_by_age" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "a_user_has_one_account_per_channel" ON "channel_accounts" USING btree ("organization_id","channel","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_bot_speaks_for_one_teammate" ON "channel_bots" USING btree ("channel","bot_id");--> statement-breakpoint
CREATE INDEX "active_bots_by_check" ON "channel_bots" USING btree ("checked_at") WHERE "channel_bots"."status" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "a_chat_is_registered_once" ON "channel_chats" USING btree ("employee_id","channel","chat_id");--> statement-breakpoint
CREATE INDEX "chats_of_a_bot" ON "channel_chats" USING btree ("organization_id","employee_id","channel","last_seen_at","id");--> statement-breakpoint
CREATE INDEX "threads_by_age" ON "channel_threads" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "an_update_is_taken_once" ON "channel_updates" USING btree ("employee_id","channel","external_id");--> statement-breakpoint
CREATE INDEX "updates_that_are_due" ON "channel_updates" USING btree ("due_at") WHERE "channel_updates"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "updates_of_a_chat" ON "channel_updates" USING btree ("chat_id","id") WHERE "channel_updates"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "updates_by_message" ON "channel_updates" USING btree ("message_id") WHERE "channel_updates"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "updates_by_age" ON "channel_updates" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "a_team_is_connected_to_one_organization" ON "organization_channel_connections" USING btree ("channel","team_id");--> statement-breakpoint
CREATE INDEX "active_channel_connections_by_check" ON "organization_channel_connections" USING btree ("checked_at") WHERE "organization_channel_connections"."status" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "a_file_is_offered_once" ON "tchat_files" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "tchat_files_of_an_organization" ON "tchat_files" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "used_oauth_states_by_end" ON "used_oauth_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "assignments_of_a_connector" ON "employee_mcps" USING btree ("organization_id","mcp_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_contact_is_known_once_per_channel" ON "contact_channels" USING btree ("organization_id","channel","channel_name","external_id");--> statement-breakpoint
CREATE INDEX "channels_of_a_contact" ON "contact_channels" USING btree ("organization_id","contact_id");--> statement-breakpoint
CREATE INDEX "channels_by_their_letters" ON "contact_channels" USING gin ("organization_id","searched" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "merges_of_a_contact" ON "contact_merges" USING btree ("organization_id","contact_id","id");--> statement-breakpoint
CREATE INDEX "contacts_of_an_organization" ON "contacts" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "contacts_by_their_letters" ON "contacts" USING gin ("organization_id","searched" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "attachments_of_a_message" ON "attachments" USING btree ("organization_id","message_id");--> statement-breakpoint
CREATE INDEX "attachments_by_their_bytes" ON "attachments" USING btree ("organization_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "a_callers_conversation_id_is_used_once" ON "conversations" USING btree ("organization_id","employee_id","channel","channel_name","external_id") WHERE "conversations"."external_id" is not null and "conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "conversations_of_a_contact" ON "conversations" USING btree ("organization_id","contact_channel_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_by_their_title" ON "conversations" USING gin ("organization_id",lower("title") gin_trgm_ops) WHERE "conversations"."title" is not null and "conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "conversations_of_the_inbox" ON "conversations" USING btree ("organization_id","employee_id","is_internal","last_message_at","id") WHERE "conversations"."deleted_at" is null and "conversations"."last_message_at" is not null;--> statement-breakpoint
CREATE INDEX "conversations_that_need_people" ON "conversations" USING btree ("organization_id","employee_id","is_internal","last_message_at","id") WHERE "conversations"."deleted_at" is null and "conversations"."last_message_at" is not null
        and ("conversations"."assigned_user_id" is not null or "conversations"."status" = 'waiting_for_operator');--> statement-breakpoint
CREATE INDEX "inbox_counts_of_an_organization" ON "inbox_counts" USING btree ("organization_id","employee_id");--> statement-breakpoint
CREATE INDEX "deliveries_that_are_due" ON "message_deliveries" USING btree ("next_attempt_at") WHERE "message_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_of_a_conversation" ON "message_deliveries" USING btree ("conversation_id","message_id") WHERE "message_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "texts_of_an_organization" ON "message_texts" USING btree ("organization_id","message_id");--> statement-breakpoint
CREATE INDEX "texts_by_their_letters" ON "message_texts" USING gin ("organization_id","employee_id","contact_channel_id","text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "a_client_sends_a_message_once" ON "messages" USING btree ("organization_id","contact_channel_id","client_message_id") WHERE "messages"."client_message_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "an_operator_sends_a_message_once" ON "messages" USING btree ("organization_id","user_id","client_message_id") WHERE "messages"."role" = 'operator' and "messages"."client_message_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_of_a_conversation" ON "messages" USING btree ("organization_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "conversations_of_a_participant" ON "participants" USING btree ("organization_id","contact_channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_canned_reply_has_a_shortcut_of_its_own" ON "canned_replies" USING btree ("organization_id","shortcut_key");--> statement-breakpoint
CREATE INDEX "conversations_of_a_label" ON "conversation_labels" USING btree ("organization_id","label_id","employee_id","is_internal","last_message_at","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_label_has_a_name_of_its_own" ON "labels" USING btree ("organization_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "a_note_mentions_a_person_once" ON "conversation_mentions" USING btree ("organization_id","note_id","user_id");--> statement-breakpoint
CREATE INDEX "mentions_of_a_person" ON "conversation_mentions" USING btree ("organization_id","user_id","id");--> statement-breakpoint
CREATE INDEX "mentions_that_are_unread" ON "conversation_mentions" USING btree ("organization_id","user_id","conversation_id") WHERE "conversation_mentions"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "a_note_is_written_once" ON "conversation_notes" USING btree ("organization_id","user_id","client_note_id") WHERE "conversation_notes"."client_note_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_of_a_conversation" ON "conversation_notes" USING btree ("organization_id","conversation_id","id") WHERE "conversation_notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "oauth_attempts_by_end" ON "oauth_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_attempts_for_a_teammate" ON "oauth_attempts" USING btree ("organization_id","employee_id");--> statement-breakpoint
CREATE INDEX "oauth_attempts_of_a_user" ON "oauth_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "integrations_by_account" ON "oauth_integrations" USING btree ("service","account");--> statement-breakpoint
CREATE INDEX "integrations_of_a_user" ON "oauth_integrations" USING btree ("connected_by");--> statement-breakpoint
CREATE UNIQUE INDEX "a_code_belongs_to_one_invite" ON "organization_invites" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "an_address_is_invited_once_at_a_time" ON "organization_invites" USING btree ("organization_id","email") WHERE "organization_invites"."email" is not null and "organization_invites"."status" = 'Pending';--> statement-breakpoint
CREATE INDEX "invites_by_creation" ON "organization_invites" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "hosted_tokens_of_a_teammate" ON "hosted_tokens" USING btree ("organization_id","employee_id","user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "an_organization_has_one_pending_connection_attempt" ON "vendor_connection_attempts" USING btree ("organization_id") WHERE "vendor_connection_attempts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "connection_attempts_of_an_organization" ON "vendor_connection_attempts" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "pending_connection_attempts_by_next_poll" ON "vendor_connection_attempts" USING btree ("next_poll_at") WHERE "vendor_connection_attempts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "memberships_of_a_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_public_key_belongs_to_one_organization" ON "organizations" USING btree ("public_api_key");--> statement-breakpoint
CREATE UNIQUE INDEX "a_private_key_belongs_to_one_organization" ON "organizations" USING btree ("private_api_key_hash");--> statement-breakpoint
CREATE INDEX "run_files_by_their_bytes" ON "run_files" USING btree ("organization_id","hash");--> statement-breakpoint
CREATE INDEX "unfinished_runs_of_an_organization" ON "run_leases" USING btree ("organization_id","run_id");--> statement-breakpoint
CREATE INDEX "steps_of_a_cursor" ON "run_steps" USING btree ("run_id","cursor","seq");--> statement-breakpoint
CREATE INDEX "suspensions_by_time" ON "run_suspensions" USING btree ("wakes_at") WHERE "run_suspensions"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "runs_of_an_organization" ON "runs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_a_teammate" ON "runs" USING btree ("organization_id","employee_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_a_conversation" ON "runs" USING btree ("organization_id","conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_by_status" ON "runs" USING btree ("organization_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_by_channel" ON "runs" USING btree ("organization_id","channel","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_by_model" ON "runs" USING btree ("organization_id","model","created_at","id") WHERE "runs"."model" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_end" ON "runs" USING btree ("organization_id","completed_at");--> statement-breakpoint
CREATE INDEX "runs_by_duration" ON "runs" USING btree ("organization_id",(extract(epoch from coalesce("completed_at", "failed_at", "cancelled_at") - "created_at") * 1000));--> statement-breakpoint
CREATE INDEX "runs_by_tokens" ON "runs" USING btree ("organization_id",("input_tokens" + "output_tokens"));--> statement-breakpoint
CREATE INDEX "runs_by_cost" ON "runs" USING btree ("organization_id","usd_cost");--> statement-breakpoint
CREATE INDEX "runs_of_a_person" ON "runs" USING btree ("organization_id","user_id","created_at","id") WHERE "runs"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_a_workflow" ON "runs" USING btree ("organization_id","workflow_id","created_at","id") WHERE "runs"."workflow_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_a_trigger" ON "runs" USING btree ("organization_id","trigger_id","created_at","id") WHERE "runs"."trigger_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_a_contact_without_a_conversation" ON "runs" USING btree ("organization_id","contact_id","created_at","id") WHERE "runs"."contact_id" is not null and "runs"."conversation_id" is null;--> statement-breakpoint
CREATE INDEX "runs_inside_a_run" ON "runs" USING btree ("organization_id","parent_run_id","id") WHERE "runs"."parent_run_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_again" ON "runs" USING btree ("organization_id","rerun_of","id") WHERE "runs"."rerun_of" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_state" ON "runs" USING gin ("organization_id","state" jsonb_path_ops) WHERE "runs"."state" is not null;--> statement-breakpoint
CREATE INDEX "runs_with_a_state" ON "runs" USING btree ("id") WHERE "runs"."state" is not null;--> statement-breakpoint
CREATE INDEX "reservations_of_a_run" ON "spend_reservations" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "chunks_by_their_words" ON "storage_chunks" USING gin ("organization_id","words");--> statement-breakpoint
CREATE INDEX "chunks_by_their_letters" ON "storage_chunks" USING gin ("organization_id",lower("text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chunks_by_their_folded_letters" ON "storage_chunks" USING gin ("organization_id","folded" gin_trgm_ops) WHERE "storage_chunks"."folded" is not null;--> statement-breakpoint
CREATE INDEX "sign_in_attempts_by_end" ON "sign_in_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_of_a_user" ON "sign_in_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tasks_that_wait_for_a_gateway" ON "stargate_tasks" USING btree ("organization_id","system","id") WHERE "stargate_tasks"."status" = 'created';--> statement-breakpoint
CREATE INDEX "tasks_of_a_gateway" ON "stargate_tasks" USING btree ("organization_id","system","gateway") WHERE "stargate_tasks"."status" = 'requested';--> statement-breakpoint
CREATE INDEX "tasks_by_their_step" ON "stargate_tasks" USING btree ("run_id","seq");--> statement-breakpoint
CREATE INDEX "links_by_their_end" ON "storage_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "links_to_a_file" ON "storage_links" USING btree ("organization_id","entry_id");--> statement-breakpoint
CREATE INDEX "bytes_by_age" ON "storage_blobs" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "documents_that_wait" ON "storage_documents" USING btree ("organization_id","due_at") WHERE "storage_documents"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "documents_not_indexed" ON "storage_documents" USING btree ("organization_id") WHERE "storage_documents"."state" <> 'indexed';--> statement-breakpoint
CREATE INDEX "documents_in_hand" ON "storage_documents" USING btree ("leased_until") WHERE "storage_documents"."lease_id" is not null;--> statement-breakpoint
CREATE INDEX "documents_by_index_version" ON "storage_documents" USING btree ("organization_id","index_version") WHERE "storage_documents"."state" = 'indexed';--> statement-breakpoint
CREATE INDEX "entries_that_name_bytes" ON "storage_entries" USING btree ("organization_id","hash");--> statement-breakpoint
CREATE INDEX "entries_by_letters_of_their_name" ON "storage_entries" USING gin ("organization_id",lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entries_by_change" ON "storage_entries" USING btree ("organization_id","modified_at","id");--> statement-breakpoint
CREATE INDEX "trash_of_an_organization" ON "storage_entries" USING btree ("organization_id","trashed_at","id") WHERE "storage_entries"."trashed_at" is not null;--> statement-breakpoint
CREATE INDEX "trash_by_age" ON "storage_entries" USING btree ("trashed_at") WHERE "storage_entries"."trashed_at" is not null;--> statement-breakpoint
CREATE INDEX "detached_entries" ON "storage_entries" USING btree ("organization_id","id") WHERE "storage_entries"."parent_id" is null and "storage_entries"."name" <> '';--> statement-breakpoint
CREATE INDEX "folders_of_a_teammate" ON "storage_shares" USING btree ("organization_id","employee_id");--> statement-breakpoint
CREATE INDEX "access_groups_of_a_teammate" ON "access_group_employees" USING btree ("organization_id","employee_id","access_group_id");--> statement-breakpoint
CREATE INDEX "access_groups_of_a_user" ON "access_group_users" USING btree ("organization_id","user_id","access_group_id");--> statement-breakpoint
CREATE INDEX "events_of_a_trigger" ON "trigger_events" USING btree ("trigger_id","created_at");--> statement-breakpoint
CREATE INDEX "triggers_of_a_workflow" ON "workflow_triggers" USING btree ("organization_id","workflow_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_workflow_has_one_public_trigger" ON "workflow_triggers" USING btree ("workflow_id") WHERE "workflow_triggers"."type" = 'public';--> statement-breakpoint
CREATE INDEX "schedules_by_time" ON "workflow_triggers" USING btree ("next_at") WHERE "workflow_triggers"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_of_a_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("ws_expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "an_email_belongs_to_one_user" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "a_msgr_account_belongs_to_one_user" ON "users" USING btree ("msgr_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_variable_has_a_name_of_its_own" ON "variables" USING btree ("organization_id","placeholder") WHERE "variables"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "variables_by_creation" ON "variables" USING btree ("organization_id","created_at","id") WHERE "variables"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deleted_variables_by_deletion" ON "variables" USING btree ("organization_id","deleted_at","id") WHERE "variables"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "voice_calls_under_way" ON "voice_calls" USING btree ("conversation_id") WHERE "voice_calls"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "voice_calls_by_start" ON "voice_calls" USING btree ("organization_id","started_at");--> statement-breakpoint
CREATE INDEX "voice_calls_by_conversation" ON "voice_calls" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "voice_calls_by_teammate" ON "voice_calls" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "voice_calls_by_user" ON "voice_calls" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "voice_sessions_by_end" ON "voice_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "voice_sessions_by_conversation" ON "voice_sessions" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "voice_sessions_by_user_session" ON "voice_sessions" USING btree ("user_session_id");--> statement-breakpoint
CREATE INDEX "entry_points_of_an_organization" ON "webchat_entry_points" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_of_a_webhook" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_of_a_webhook_that_wait" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_of_a_webhook_that_failed" ON "webhook_deliveries" USING btree ("webhook_id","id") WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_of_an_organization" ON "webhook_events" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "webhook_payloads_by_age" ON "webhook_payloads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_of_an_organization" ON "webhooks" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "workflows_of_an_organization" ON "workflows" USING btree ("organization_id","name","id");--> statement-breakpoint
-- The inbox’s counts: one row for each owner of conversations, kept by triggers so that no reader counts.
CREATE FUNCTION "inbox_counts_step"(c "conversations", step integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "inbox_counts" ("organization_id", "employee_id", "is_internal", "assigned_user_id", "conversations", "waiting", "escalated")
	SELECT c."organization_id", c."employee_id", c."channel" = 'employee_chat', c."assigned_user_id", step,
		CASE WHEN c."assigned_user_id" IS NOT NULL AND c."unanswered_since" IS NOT NULL THEN step ELSE 0 END,
		CASE WHEN c."assigned_user_id" IS NULL AND c."status" = 'waiting_for_operator' THEN step ELSE 0 END
	WHERE c."last_message_at" IS NOT NULL AND c."deleted_at" IS NULL
$$;--> statement-breakpoint
CREATE FUNCTION "count_conversation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN PERFORM "inbox_counts_step"(OLD, -1); END IF;
	IF TG_OP <> 'DELETE' THEN PERFORM "inbox_counts_step"(NEW, 1); END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "conversations_are_counted" AFTER INSERT OR DELETE ON "conversations"
	FOR EACH ROW EXECUTE FUNCTION "count_conversation"();--> statement-breakpoint
CREATE TRIGGER "conversations_are_counted_again" AFTER UPDATE ON "conversations" FOR EACH ROW WHEN (
	(OLD."last_message_at" IS NULL) IS DISTINCT FROM (NEW."last_message_at" IS NULL)
	OR (OLD."deleted_at" IS NULL) IS DISTINCT FROM (NEW."deleted_at" IS NULL)
	OR (OLD."unanswered_since" IS NULL) IS DISTINCT FROM (NEW."unanswered_since" IS NULL)
	OR OLD."assigned_user_id" IS DISTINCT FROM NEW."assigned_user_id"
	OR OLD."status" IS DISTINCT FROM NEW."status"
	OR OLD."employee_id" IS DISTINCT FROM NEW."employee_id"
) EXECUTE FUNCTION "count_conversation"();--> statement-breakpoint--> statement-breakpoint
-- Its rows are short-lived, and dead ones slow every reader.
ALTER TABLE "inbox_counts" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
-- Labels carry the time of the last message: their index has conversations in the order of the inbox.
CREATE FUNCTION "labels_follow_conversation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "conversation_labels" SET "last_message_at" = NEW."last_message_at"
		WHERE "organization_id" = NEW."organization_id" AND "conversation_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "labels_follow_conversations" AFTER UPDATE OF "last_message_at" ON "conversations" FOR EACH ROW
	WHEN (OLD."last_message_at" IS DISTINCT FROM NEW."last_message_at")
	EXECUTE FUNCTION "labels_follow_conversation"();--> statement-breakpoint
-- Usage: what a run has cost, under each model, is added up when it ends.
-- Its columns are those of `usage_pending`, in their order.
CREATE FUNCTION "usage_of"(r "runs") RETURNS SETOF "usage_pending" LANGUAGE sql STABLE AS $$
	SELECT r."organization_id", (coalesce(r."completed_at", r."failed_at", r."cancelled_at", r."created_at") AT TIME ZONE 'UTC')::date,
		r."employee_id", r."workflow_id", left(r."channel", 200), left(used."model", 300),
		CASE WHEN r."status" = 'failed' THEN max(used."runs") ELSE 0 END,
		CASE WHEN r."status" = 'cancelled' THEN max(used."runs") ELSE 0 END,
		sum(used."input_tokens")::bigint, sum(used."output_tokens")::bigint, sum(used."cached_input_tokens")::bigint,
		sum(used."usd_cost"), coalesce(sum(used."usd_cost") FILTER (WHERE used."key_type" = 'platform'), 0),
		coalesce(sum(used."listened_ms"), 0)::bigint, coalesce(sum(used."spoken_ms"), 0)::bigint,
		coalesce(sum(used."usd_cost") FILTER (WHERE used."listened_ms" > 0 OR used."spoken_ms" > 0), 0),
		max(used."runs")::smallint,
		CASE WHEN max(used."runs") = 1 THEN greatest(0, round(extract(epoch FROM
			coalesce(r."completed_at", r."failed_at", r."cancelled_at", r."created_at") - r."created_at") * 1000))::bigint END
	FROM (
		SELECT r."model", 1 AS "runs", NULL AS "key_type", 0::bigint AS "input_tokens", 0::bigint AS "output_tokens",
			0::bigint AS "cached_input_tokens", 0::numeric AS "usd_cost", 0::bigint AS "listened_ms", 0::bigint AS "spoken_ms"
		UNION ALL
		SELECT c."model", 0, c."key_type", c."input_tokens", c."output_tokens", c."cached_input_tokens", c."usd_cost",
			c."listened_ms", c."spoken_ms"
		FROM jsonb_to_recordset(r."costs") AS c("key_type" text, "model" text, "input_tokens" bigint, "output_tokens" bigint,
			"cached_input_tokens" bigint, "usd_cost" numeric, "listened_ms" bigint, "spoken_ms" bigint)
	) AS used
	GROUP BY used."model"
$$;--> statement-breakpoint
CREATE FUNCTION "count_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."costs" <> '[]' THEN
		INSERT INTO "usage_pending" SELECT * FROM "usage_of"(NEW);
	ELSE
		-- The same for a run that called no model, without a plan of three nodes for it.
		INSERT INTO "usage_pending" ("organization_id", "day", "employee_id", "workflow_id", "channel", "model", "failed", "cancelled",
			"runs", "duration_ms")
		VALUES (NEW."organization_id", (coalesce(NEW."completed_at", NEW."failed_at", NEW."cancelled_at", NEW."created_at") AT TIME ZONE 'UTC')::date,
			NEW."employee_id", NEW."workflow_id", left(NEW."channel", 200), left(NEW."model", 300),
			(NEW."status" = 'failed')::int, (NEW."status" = 'cancelled')::int, 1,
			greatest(0, round(extract(epoch FROM
				coalesce(NEW."completed_at", NEW."failed_at", NEW."cancelled_at", NEW."created_at") - NEW."created_at") * 1000)));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "runs_are_counted_when_written_ended" AFTER INSERT ON "runs"
	FOR EACH ROW WHEN (NEW."status" IN ('completed', 'failed', 'cancelled')) EXECUTE FUNCTION "count_usage"();--> statement-breakpoint
CREATE TRIGGER "runs_are_counted_when_they_end" AFTER UPDATE ON "runs"
	FOR EACH ROW WHEN (NEW."status" IN ('completed', 'failed', 'cancelled') AND OLD."status" NOT IN ('completed', 'failed', 'cancelled'))
	EXECUTE FUNCTION "count_usage"();--> statement-breakpoint
-- Costs that are added after the end of a run, such as the speech of a call: only the difference is counted.
CREATE FUNCTION "count_later_costs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "usage_pending" ("organization_id", "day", "employee_id", "workflow_id", "channel", "model", "runs", "input_tokens",
		"output_tokens", "cached_input_tokens", "usd_cost", "platform_usd_cost", "listened_ms", "spoken_ms", "speech_usd_cost")
	SELECT "organization_id", "day", "employee_id", "workflow_id", "channel", "model", 0, sum(sign * "input_tokens"),
		sum(sign * "output_tokens"), sum(sign * "cached_input_tokens"), sum(sign * "usd_cost"), sum(sign * "platform_usd_cost"),
		sum(sign * "listened_ms"), sum(sign * "spoken_ms"), sum(sign * "speech_usd_cost")
	FROM (SELECT 1 AS sign, * FROM "usage_of"(NEW) UNION ALL SELECT -1, * FROM "usage_of"(OLD)) AS used
	GROUP BY 1, 2, 3, 4, 5, 6
	HAVING sum(sign * "input_tokens") <> 0 OR sum(sign * "output_tokens") <> 0 OR sum(sign * "usd_cost") <> 0
		OR sum(sign * "listened_ms") <> 0 OR sum(sign * "spoken_ms") <> 0;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "runs_are_counted_when_more_is_paid" AFTER UPDATE ON "runs"
	FOR EACH ROW WHEN (NEW."status" IN ('completed', 'failed', 'cancelled') AND OLD."status" IN ('completed', 'failed', 'cancelled')
		AND NEW."costs" IS DISTINCT FROM OLD."costs")
	EXECUTE FUNCTION "count_later_costs"();--> statement-breakpoint
-- Its rows are short-lived, and dead ones slow every reader.
ALTER TABLE "usage_pending" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
-- Webhooks: an event is recorded in the transaction of the change.
CREATE FUNCTION "record_webhook_event"(organization uuid, event_type text, subject uuid, teammate uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM "webhooks" WHERE "organization_id" = organization AND "is_enabled" AND event_type = ANY("event_types"))
		-- Personal assistants are private to their owner.
		AND NOT EXISTS (SELECT 1 FROM "ai_employees" WHERE "id" = teammate AND "owned_by_user_id" IS NOT NULL)
	THEN
		INSERT INTO "webhook_events" ("organization_id", "type", "subject_id", "happened_at")
		VALUES (organization, event_type, subject, clock_timestamp());
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION "record_conversation_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "record_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id", NEW."employee_id");
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "record_message_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM "webhooks" WHERE "organization_id" = NEW."organization_id" AND "is_enabled" AND TG_ARGV[0] = ANY("event_types")) THEN
		PERFORM "record_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id",
			(SELECT "employee_id" FROM "conversations" WHERE "id" = NEW."conversation_id"));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "record_contact_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "record_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id", NULL);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "record_run_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "record_webhook_event"(NEW."organization_id", 'workflow_run.' || NEW."status", NEW."id", NEW."employee_id");
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "record_teammate_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "record_webhook_event"(NEW."organization_id", TG_ARGV[0], NEW."id", NEW."id");
	RETURN NULL;
END
$$;--> statement-breakpoint
-- A conversation begins with its first message.
CREATE TRIGGER "webhook_events_of_conversations_on_insert" AFTER INSERT ON "conversations"
	FOR EACH ROW WHEN (NEW."last_message_at" IS NOT NULL) EXECUTE FUNCTION "record_conversation_event"('conversation.created');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_conversations_on_start" AFTER UPDATE ON "conversations"
	FOR EACH ROW WHEN (OLD."last_message_at" IS NULL AND NEW."last_message_at" IS NOT NULL)
	EXECUTE FUNCTION "record_conversation_event"('conversation.created');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_conversations_on_change" AFTER UPDATE ON "conversations"
	FOR EACH ROW WHEN (OLD."last_message_at" IS NOT NULL AND NEW."deleted_at" IS NULL
		AND (OLD."status", OLD."assigned_user_id", OLD."title", OLD."automation_enabled", OLD."employee_id", OLD."deleted_at")
		IS DISTINCT FROM (NEW."status", NEW."assigned_user_id", NEW."title", NEW."automation_enabled", NEW."employee_id", NEW."deleted_at"))
	EXECUTE FUNCTION "record_conversation_event"('conversation.updated');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_conversations_on_delete" AFTER UPDATE ON "conversations"
	FOR EACH ROW WHEN (OLD."last_message_at" IS NOT NULL AND OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL)
	EXECUTE FUNCTION "record_conversation_event"('conversation.deleted');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_messages_on_insert" AFTER INSERT ON "messages"
	FOR EACH ROW WHEN (NEW."status" <> 'in_progress' AND NEW."role" <> 'system')
	EXECUTE FUNCTION "record_message_event"('message.created');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_answers_on_finish" AFTER UPDATE ON "messages"
	FOR EACH ROW WHEN (OLD."status" = 'in_progress' AND NEW."status" <> 'in_progress' AND NEW."deleted_at" IS NULL)
	EXECUTE FUNCTION "record_message_event"('message.created');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_messages_on_change" AFTER UPDATE ON "messages"
	FOR EACH ROW WHEN (OLD."status" <> 'in_progress' AND NEW."deleted_at" IS NULL
		AND (OLD."content", OLD."edited_at", OLD."reaction", OLD."feedback_comment")
		IS DISTINCT FROM (NEW."content", NEW."edited_at", NEW."reaction", NEW."feedback_comment"))
	EXECUTE FUNCTION "record_message_event"('message.updated');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_messages_on_delete" AFTER UPDATE ON "messages"
	FOR EACH ROW WHEN (OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL AND NEW."status" <> 'in_progress')
	EXECUTE FUNCTION "record_message_event"('message.deleted');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_contacts_on_insert" AFTER INSERT ON "contacts"
	FOR EACH ROW EXECUTE FUNCTION "record_contact_event"('contact.created');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_contacts_on_change" AFTER UPDATE ON "contacts"
	FOR EACH ROW WHEN ((OLD."first_name", OLD."last_name", OLD."email", OLD."phone")
		IS DISTINCT FROM (NEW."first_name", NEW."last_name", NEW."email", NEW."phone"))
	EXECUTE FUNCTION "record_contact_event"('contact.updated');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_ended_runs_on_insert" AFTER INSERT ON "runs"
	FOR EACH ROW WHEN (NEW."workflow_id" IS NOT NULL AND NEW."status" IN ('completed', 'failed'))
	EXECUTE FUNCTION "record_run_event"();--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_runs_on_end" AFTER UPDATE ON "runs"
	FOR EACH ROW WHEN (NEW."workflow_id" IS NOT NULL AND NEW."status" IN ('completed', 'failed')
		AND OLD."status" NOT IN ('completed', 'failed', 'cancelled'))
	EXECUTE FUNCTION "record_run_event"();--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_teammates_on_insert" AFTER INSERT ON "ai_employees"
	FOR EACH ROW WHEN (NEW."owned_by_user_id" IS NULL) EXECUTE FUNCTION "record_teammate_event"('ai_employee.created');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_teammates_on_change" AFTER UPDATE ON "ai_employees"
	FOR EACH ROW WHEN (NEW."owned_by_user_id" IS NULL AND NEW."deleted_at" IS NULL AND OLD IS DISTINCT FROM NEW)
	EXECUTE FUNCTION "record_teammate_event"('ai_employee.updated');--> statement-breakpoint
CREATE TRIGGER "webhook_events_of_teammates_on_delete" AFTER UPDATE ON "ai_employees"
	FOR EACH ROW WHEN (NEW."owned_by_user_id" IS NULL AND OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL)
	EXECUTE FUNCTION "record_teammate_event"('ai_employee.deleted');--> statement-breakpoint
-- Its rows are short-lived, and dead ones slow every reader.
ALTER TABLE "webhook_events" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "webhook_deliveries" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
-- The audit log cannot be changed by any statement.
CREATE FUNCTION "refuse_change_of_audit_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_are_never_changed" BEFORE UPDATE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_audit_entries"();--> statement-breakpoint
-- The grant of every deleted account is revoked at its provider, whatever deleted it.
CREATE FUNCTION "queue_grant_revocation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "oauth_grants_to_revoke" ("service", "account", "tokens_sealed")
		VALUES (OLD."service", OLD."account", OLD."tokens_sealed");
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Without the account’s name it is unknown whether another teammate uses the same account.
CREATE TRIGGER "deleted_accounts_queue_their_revocation" AFTER DELETE ON "oauth_integrations"
	FOR EACH ROW WHEN (OLD."account" IS NOT NULL) EXECUTE FUNCTION "queue_grant_revocation"();

CREATE TABLE "message_translations" (
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"language" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_message_is_translated_once_into_a_language" PRIMARY KEY("organization_id","message_id","language")
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
ALTER TABLE "message_translations" ADD CONSTRAINT "a_translation_goes_with_its_message" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
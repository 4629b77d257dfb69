CREATE TABLE "channel_threads" (
	"chat_id" uuid NOT NULL,
	"thread_id" text NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_thread_is_known_once" PRIMARY KEY("chat_id","thread_id")
);
--> statement-breakpoint
ALTER TABLE "channel_bots" ADD COLUMN "platform_data" jsonb;--> statement-breakpoint
ALTER TABLE "channel_chats" ADD COLUMN "platform_data" jsonb;--> statement-breakpoint
ALTER TABLE "channel_chats" ADD COLUMN "is_of_organization" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_updates" ADD COLUMN "thread_id" text;--> statement-breakpoint
ALTER TABLE "channel_threads" ADD CONSTRAINT "channel_threads_chat_id_channel_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."channel_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "threads_by_age" ON "channel_threads" USING btree ("last_seen_at");
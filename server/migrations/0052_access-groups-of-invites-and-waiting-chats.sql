ALTER TABLE "channel_bots" ADD COLUMN "is_access_decided" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_chats" ADD COLUMN "reviewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organization_invites" ADD COLUMN "access_group_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "channel_bots" SET "is_access_decided" = true WHERE "enables_private_chats";

ALTER TABLE "messages" ADD COLUMN "model_fallback" jsonb;--> statement-breakpoint
ALTER TABLE "vendor_credentials" ADD COLUMN "key_check" text;
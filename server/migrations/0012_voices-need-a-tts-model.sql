-- Deleting a text-to-speech model used to leave its voice behind.
UPDATE "ai_employees" SET "voice" = NULL WHERE "voice" IS NOT NULL AND "tts_model" IS NULL;--> statement-breakpoint
ALTER TABLE "ai_employees" ADD CONSTRAINT "a_voice_needs_a_tts_model" CHECK ("ai_employees"."voice" is null or "ai_employees"."tts_model" is not null);

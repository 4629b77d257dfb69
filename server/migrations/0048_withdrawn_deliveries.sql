ALTER TABLE "message_deliveries" DROP CONSTRAINT "a_delivery_state_is_known";--> statement-breakpoint
DROP INDEX "deliveries_of_a_conversation";--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD COLUMN "withdrawn_because" text;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD COLUMN "holder" uuid;--> statement-breakpoint
CREATE INDEX "deliveries_of_a_conversation" ON "message_deliveries" USING btree ("conversation_id","message_id") WHERE "message_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "a_delivery_state_is_known" CHECK ("message_deliveries"."state" in ('pending', 'delivered', 'failed', 'withdrawn'));
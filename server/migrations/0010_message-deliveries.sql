CREATE TABLE "message_deliveries" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_attempt_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_delivery_state_is_known" CHECK ("message_deliveries"."state" in ('pending', 'delivered', 'failed'))
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
ALTER TABLE "conversations" ADD COLUMN "delivers_by" text;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_payloads" ADD CONSTRAINT "message_payloads_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_that_are_due" ON "message_deliveries" USING btree ("next_attempt_at") WHERE "message_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_of_a_conversation" ON "message_deliveries" USING btree ("conversation_id","message_id") WHERE "message_deliveries"."state" = 'pending';
ALTER TABLE "spend_reservations" ALTER COLUMN "employee_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "attachments_by_their_bytes" ON "attachments" USING btree ("organization_id","hash");--> statement-breakpoint
CREATE INDEX "steps_of_a_cursor" ON "run_steps" USING btree ("run_id","cursor","seq");
DROP INDEX "a_callers_conversation_id_is_used_once";--> statement-breakpoint
DROP INDEX "conversations_of_a_teammate";--> statement-breakpoint
DROP INDEX "conversations_of_a_contact";--> statement-breakpoint
DROP INDEX "messages_of_a_conversation";--> statement-breakpoint
DROP INDEX "runs_of_an_organization";--> statement-breakpoint
DROP INDEX "runs_of_a_teammate";--> statement-breakpoint
DROP INDEX "runs_of_a_conversation";--> statement-breakpoint
CREATE UNIQUE INDEX "a_callers_conversation_id_is_used_once" ON "conversations" USING btree ("organization_id","employee_id","channel","channel_name","external_id") WHERE "conversations"."external_id" is not null and "conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "conversations_of_a_teammate" ON "conversations" USING btree ("organization_id","employee_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_of_a_contact" ON "conversations" USING btree ("organization_id","contact_channel_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "messages_of_a_conversation" ON "messages" USING btree ("organization_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "runs_of_an_organization" ON "runs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_a_teammate" ON "runs" USING btree ("organization_id","employee_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_a_conversation" ON "runs" USING btree ("organization_id","conversation_id","created_at");
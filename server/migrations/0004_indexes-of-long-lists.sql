DROP INDEX "conversations_that_need_people";--> statement-breakpoint
DROP INDEX "runs_of_an_organization";--> statement-breakpoint
CREATE INDEX "conversations_of_operators" ON "conversations" USING btree ("organization_id","employee_id","is_internal","last_message_at","id") WHERE "conversations"."deleted_at" is null and "conversations"."last_message_at" is not null and "conversations"."assigned_user_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_of_an_operator" ON "conversations" USING btree ("organization_id","assigned_user_id","employee_id","is_internal","last_message_at","id") WHERE "conversations"."deleted_at" is null and "conversations"."last_message_at" is not null and "conversations"."assigned_user_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_that_wait" ON "conversations" USING btree ("organization_id","employee_id","is_internal","last_message_at","id") WHERE "conversations"."deleted_at" is null and "conversations"."last_message_at" is not null and (
        "conversations"."assigned_user_id" is not null and "conversations"."unanswered_since" is not null
        or "conversations"."assigned_user_id" is null and "conversations"."status" = 'waiting_for_operator');--> statement-breakpoint
CREATE INDEX "runs_of_an_organization" ON "runs" USING btree ("organization_id","created_at","id","employee_id");--> statement-breakpoint
-- A teammate belongs to one organization. Taking both for independent, the planner expected one in a hundred of the rows of an
-- organization that has a hundredth of all, and read everything for a page of contacts.
CREATE STATISTICS "teammates_belong_to_one_organization" (dependencies) ON "organization_id", "employee_id" FROM "conversations";

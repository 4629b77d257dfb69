ALTER TABLE "runs" ADD COLUMN "state" jsonb;--> statement-breakpoint
CREATE INDEX "runs_by_status" ON "runs" USING btree ("organization_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_by_channel" ON "runs" USING btree ("organization_id","channel","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_by_model" ON "runs" USING btree ("organization_id","model","created_at","id") WHERE "runs"."model" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_end" ON "runs" USING btree ("organization_id","completed_at");--> statement-breakpoint
CREATE INDEX "runs_by_duration" ON "runs" USING btree ("organization_id",(extract(epoch from coalesce("completed_at", "failed_at", "cancelled_at") - "created_at") * 1000));--> statement-breakpoint
CREATE INDEX "runs_by_tokens" ON "runs" USING btree ("organization_id",("input_tokens" + "output_tokens"));--> statement-breakpoint
CREATE INDEX "runs_by_cost" ON "runs" USING btree ("organization_id","usd_cost");--> statement-breakpoint
CREATE INDEX "runs_of_a_person" ON "runs" USING btree ("organization_id","user_id","created_at","id") WHERE "runs"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_a_workflow" ON "runs" USING btree ("organization_id","workflow_id","created_at","id") WHERE "runs"."workflow_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_a_trigger" ON "runs" USING btree ("organization_id","trigger_id","created_at","id") WHERE "runs"."trigger_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_a_contact_without_a_conversation" ON "runs" USING btree ("organization_id","contact_id","created_at","id") WHERE "runs"."contact_id" is not null and "runs"."conversation_id" is null;--> statement-breakpoint
CREATE INDEX "runs_inside_a_run" ON "runs" USING btree ("organization_id","parent_run_id","id") WHERE "runs"."parent_run_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_state" ON "runs" USING gin ("organization_id","state" jsonb_path_ops) WHERE "runs"."state" is not null;--> statement-breakpoint
CREATE INDEX "runs_with_a_state" ON "runs" USING btree ("id") WHERE "runs"."state" is not null;
DROP INDEX "tasks_of_a_gateway";--> statement-breakpoint
ALTER TABLE "stargate_tasks" ADD COLUMN "is_leaving" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_of_a_gateway" ON "stargate_tasks" USING btree ("organization_id","system","gateway") WHERE "stargate_tasks"."status" = 'requested';
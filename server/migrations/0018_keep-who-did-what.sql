ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_user_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "audit_of_an_organization";--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "created_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "actor" text DEFAULT 'user' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "subject_type" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "subject_id" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "subject_name" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "audit_of_a_user" ON "audit_entries" USING btree ("organization_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_of_an_action" ON "audit_entries" USING btree ("organization_id","action","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_by_age" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_of_an_organization" ON "audit_entries" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE FUNCTION "refuse_change_of_audit_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_are_never_changed" BEFORE UPDATE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_audit_entries"();

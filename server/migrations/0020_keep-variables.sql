CREATE TABLE "variables" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "variables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"placeholder" text NOT NULL,
	"value" text,
	"value_sealed" text,
	"is_secret" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "a_variable_has_a_name" CHECK ("variables"."placeholder" <> ''),
	CONSTRAINT "a_secret_is_sealed_and_nothing_else_is" CHECK (("variables"."value" is null) = "variables"."is_secret" and ("variables"."value_sealed" is not null) = "variables"."is_secret")
);
--> statement-breakpoint
ALTER TABLE "variables" ADD CONSTRAINT "variables_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "a_variable_has_a_name_of_its_own" ON "variables" USING btree ("organization_id","placeholder") WHERE "variables"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "variables_by_creation" ON "variables" USING btree ("organization_id","created_at","id") WHERE "variables"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deleted_variables_by_deletion" ON "variables" USING btree ("organization_id","deleted_at","id") WHERE "variables"."deleted_at" is not null;
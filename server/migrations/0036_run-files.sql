CREATE TABLE "run_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"hash" text NOT NULL,
	"is_encrypted" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "a_step_makes_a_file_once" UNIQUE("run_id","seq","name")
);
--> statement-breakpoint
CREATE INDEX "run_files_by_their_bytes" ON "run_files" USING btree ("organization_id","hash");
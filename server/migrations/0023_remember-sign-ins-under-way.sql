CREATE TABLE "sign_in_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"door" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier_sealed" text NOT NULL,
	"invite_code" text,
	"return_path" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "msgr_account_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "msgr_username" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "msgr_name" text;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_attempts_by_end" ON "sign_in_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_of_a_user" ON "sign_in_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_msgr_account_belongs_to_one_user" ON "users" USING btree ("msgr_account_id");
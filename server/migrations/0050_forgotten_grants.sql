CREATE TABLE "oauth_forgotten_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"service" text NOT NULL,
	"account" text NOT NULL,
	"tokens_sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION "keep_forgotten_grant"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "oauth_forgotten_grants" ("service", "account", "tokens_sealed")
		VALUES (OLD."service", OLD."account", OLD."tokens_sealed");
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Of an account that is not known it is not known either whether another teammate works with it.
CREATE TRIGGER "accounts_that_go_leave_their_grants" AFTER DELETE ON "oauth_integrations"
	FOR EACH ROW WHEN (OLD."account" IS NOT NULL) EXECUTE FUNCTION "keep_forgotten_grant"();

CREATE TABLE "usage_counters" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"employee_id" uuid,
	"workflow_id" uuid,
	"channel" text,
	"model" text,
	"duration_power" smallint,
	"failed" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_input_tokens" bigint DEFAULT 0 NOT NULL,
	"usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"platform_usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"duration_ms" bigint DEFAULT 0 NOT NULL,
	"least_ms" bigint,
	"most_ms" bigint,
	CONSTRAINT "usage_is_counted_in_one_place" UNIQUE NULLS NOT DISTINCT("organization_id","day","employee_id","workflow_id","channel","model","duration_power")
);
--> statement-breakpoint
CREATE TABLE "usage_pending" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"employee_id" uuid,
	"workflow_id" uuid,
	"channel" text,
	"model" text,
	"failed" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_input_tokens" bigint DEFAULT 0 NOT NULL,
	"usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"platform_usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL,
	"runs" smallint NOT NULL,
	"duration_ms" bigint
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "rerun_of" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "taken_over_until" integer;--> statement-breakpoint
ALTER TABLE "teammate_spend" ADD COLUMN "warned_limit_usd" numeric(14, 8);--> statement-breakpoint
CREATE INDEX "runs_again" ON "runs" USING btree ("organization_id","rerun_of","id") WHERE "runs"."rerun_of" is not null;--> statement-breakpoint
-- What an ended run adds to the counters: a row for its main model, and one for each further model that it used.
CREATE FUNCTION "usage_of"(r "runs") RETURNS SETOF "usage_pending" LANGUAGE sql STABLE AS $$
	SELECT r."organization_id", (coalesce(r."completed_at", r."failed_at", r."cancelled_at", r."created_at") AT TIME ZONE 'UTC')::date,
		r."employee_id", r."workflow_id", left(r."channel", 200), left(used."model", 300),
		CASE WHEN r."status" = 'failed' THEN max(used."runs") ELSE 0 END,
		CASE WHEN r."status" = 'cancelled' THEN max(used."runs") ELSE 0 END,
		sum(used."input_tokens")::bigint, sum(used."output_tokens")::bigint, sum(used."cached_input_tokens")::bigint,
		sum(used."usd_cost"), coalesce(sum(used."usd_cost") FILTER (WHERE used."key_type" = 'platform'), 0),
		max(used."runs")::smallint,
		CASE WHEN max(used."runs") = 1 THEN greatest(0, round(extract(epoch FROM
			coalesce(r."completed_at", r."failed_at", r."cancelled_at", r."created_at") - r."created_at") * 1000))::bigint END
	FROM (
		SELECT r."model", 1 AS "runs", NULL AS "key_type", 0::bigint AS "input_tokens", 0::bigint AS "output_tokens",
			0::bigint AS "cached_input_tokens", 0::numeric AS "usd_cost"
		UNION ALL
		SELECT c."model", 0, c."key_type", c."input_tokens", c."output_tokens", c."cached_input_tokens", c."usd_cost"
		FROM jsonb_to_recordset(r."costs") AS c("key_type" text, "model" text, "input_tokens" bigint, "output_tokens" bigint,
			"cached_input_tokens" bigint, "usd_cost" numeric)
	) AS used
	GROUP BY used."model"
$$;--> statement-breakpoint
CREATE FUNCTION "count_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."costs" <> '[]' THEN
		INSERT INTO "usage_pending" SELECT * FROM "usage_of"(NEW);
	ELSE
		-- The same for a run that called no model, without a plan of three nodes for it.
		INSERT INTO "usage_pending" ("organization_id", "day", "employee_id", "workflow_id", "channel", "model", "failed", "cancelled",
			"runs", "duration_ms")
		VALUES (NEW."organization_id", (coalesce(NEW."completed_at", NEW."failed_at", NEW."cancelled_at", NEW."created_at") AT TIME ZONE 'UTC')::date,
			NEW."employee_id", NEW."workflow_id", left(NEW."channel", 200), left(NEW."model", 300),
			(NEW."status" = 'failed')::int, (NEW."status" = 'cancelled')::int, 1,
			greatest(0, round(extract(epoch FROM
				coalesce(NEW."completed_at", NEW."failed_at", NEW."cancelled_at", NEW."created_at") - NEW."created_at") * 1000)));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "runs_are_counted_when_written_ended" AFTER INSERT ON "runs"
	FOR EACH ROW WHEN (NEW."status" IN ('completed', 'failed', 'cancelled')) EXECUTE FUNCTION "count_usage"();--> statement-breakpoint
CREATE TRIGGER "runs_are_counted_when_they_end" AFTER UPDATE ON "runs"
	FOR EACH ROW WHEN (NEW."status" IN ('completed', 'failed', 'cancelled') AND OLD."status" NOT IN ('completed', 'failed', 'cancelled'))
	EXECUTE FUNCTION "count_usage"();--> statement-breakpoint
-- The triggers have locked the table: what has ended until here is counted here, what ends later by them.
INSERT INTO "usage_counters" ("organization_id", "day", "employee_id", "workflow_id", "channel", "model", "duration_power", "failed",
	"cancelled", "input_tokens", "output_tokens", "cached_input_tokens", "usd_cost", "platform_usd_cost", "runs", "duration_ms", "least_ms", "most_ms")
	SELECT u."organization_id", u."day", u."employee_id", u."workflow_id", u."channel", u."model",
		floor(ln(greatest(1, u."duration_ms")::float8) / ln(2::float8)), sum(u."failed"), sum(u."cancelled"), sum(u."input_tokens"),
		sum(u."output_tokens"), sum(u."cached_input_tokens"), sum(u."usd_cost"), sum(u."platform_usd_cost"), sum(u."runs"),
		coalesce(sum(u."duration_ms"), 0), min(u."duration_ms"), max(u."duration_ms")
	FROM "runs" AS r CROSS JOIN LATERAL "usage_of"(r) AS u
	WHERE r."status" IN ('completed', 'failed', 'cancelled')
	GROUP BY 1, 2, 3, 4, 5, 6, 7;
--> statement-breakpoint
-- Its rows come and go all day, and dead ones cost every reader.
ALTER TABLE "usage_pending" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

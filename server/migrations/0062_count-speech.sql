ALTER TABLE "usage_counters" ADD COLUMN "listened_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "spoken_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "speech_usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_pending" ADD COLUMN "listened_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_pending" ADD COLUMN "spoken_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_pending" ADD COLUMN "speech_usd_cost" numeric(18, 8) DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The same as before, with what was listened and spoken.
CREATE OR REPLACE FUNCTION "usage_of"(r "runs") RETURNS SETOF "usage_pending" LANGUAGE sql STABLE AS $$
	SELECT r."organization_id", (coalesce(r."completed_at", r."failed_at", r."cancelled_at", r."created_at") AT TIME ZONE 'UTC')::date,
		r."employee_id", r."workflow_id", left(r."channel", 200), left(used."model", 300),
		CASE WHEN r."status" = 'failed' THEN max(used."runs") ELSE 0 END,
		CASE WHEN r."status" = 'cancelled' THEN max(used."runs") ELSE 0 END,
		sum(used."input_tokens")::bigint, sum(used."output_tokens")::bigint, sum(used."cached_input_tokens")::bigint,
		sum(used."usd_cost"), coalesce(sum(used."usd_cost") FILTER (WHERE used."key_type" = 'platform'), 0),
		max(used."runs")::smallint,
		CASE WHEN max(used."runs") = 1 THEN greatest(0, round(extract(epoch FROM
			coalesce(r."completed_at", r."failed_at", r."cancelled_at", r."created_at") - r."created_at") * 1000))::bigint END,
		coalesce(sum(used."listened_ms"), 0)::bigint, coalesce(sum(used."spoken_ms"), 0)::bigint,
		coalesce(sum(used."usd_cost") FILTER (WHERE used."listened_ms" > 0 OR used."spoken_ms" > 0), 0)
	FROM (
		SELECT r."model", 1 AS "runs", NULL AS "key_type", 0::bigint AS "input_tokens", 0::bigint AS "output_tokens",
			0::bigint AS "cached_input_tokens", 0::numeric AS "usd_cost", 0::bigint AS "listened_ms", 0::bigint AS "spoken_ms"
		UNION ALL
		SELECT c."model", 0, c."key_type", c."input_tokens", c."output_tokens", c."cached_input_tokens", c."usd_cost",
			c."listened_ms", c."spoken_ms"
		FROM jsonb_to_recordset(r."costs") AS c("key_type" text, "model" text, "input_tokens" bigint, "output_tokens" bigint,
			"cached_input_tokens" bigint, "usd_cost" numeric, "listened_ms" bigint, "spoken_ms" bigint)
	) AS used
	GROUP BY used."model"
$$;--> statement-breakpoint
-- What is paid for a run after its end, such as the speech of a call: the difference, under each model, and no further run.
CREATE FUNCTION "count_later_costs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "usage_pending" ("organization_id", "day", "employee_id", "workflow_id", "channel", "model", "runs", "input_tokens",
		"output_tokens", "cached_input_tokens", "usd_cost", "platform_usd_cost", "listened_ms", "spoken_ms", "speech_usd_cost")
	SELECT "organization_id", "day", "employee_id", "workflow_id", "channel", "model", 0, sum(sign * "input_tokens"),
		sum(sign * "output_tokens"), sum(sign * "cached_input_tokens"), sum(sign * "usd_cost"), sum(sign * "platform_usd_cost"),
		sum(sign * "listened_ms"), sum(sign * "spoken_ms"), sum(sign * "speech_usd_cost")
	FROM (SELECT 1 AS sign, * FROM "usage_of"(NEW) UNION ALL SELECT -1, * FROM "usage_of"(OLD)) AS used
	GROUP BY 1, 2, 3, 4, 5, 6
	HAVING sum(sign * "input_tokens") <> 0 OR sum(sign * "output_tokens") <> 0 OR sum(sign * "usd_cost") <> 0
		OR sum(sign * "listened_ms") <> 0 OR sum(sign * "spoken_ms") <> 0;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "runs_are_counted_when_more_is_paid" AFTER UPDATE ON "runs"
	FOR EACH ROW WHEN (NEW."status" IN ('completed', 'failed', 'cancelled') AND OLD."status" IN ('completed', 'failed', 'cancelled')
		AND NEW."costs" IS DISTINCT FROM OLD."costs")
	EXECUTE FUNCTION "count_later_costs"();

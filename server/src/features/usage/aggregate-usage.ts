import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { usageCounters, usagePending } from './table.ts'

const BATCH_SIZE = 10_000

/** Where a run of this length is among the durations. */
export const histogramBucket = (duration_ms: SQL): SQL =>
  sql`floor(ln(greatest(1, ${duration_ms})::float8) / ln(2::float8))::smallint`

/**
 * Adds single usage rows to the daily counters. One statement, so that a row is deleted in the commit in which it is counted; rows
 * that another process is adding are skipped. Counters are locked in one order, so that two processes do not deadlock.
 */
const fold = defineStatement(
  'fold_usage',
  { limit: 'int' },
  (p) => sql<{ taken: number }>`
  with taken as (
    delete from ${usagePending} where ctid = any(array(select ctid from ${usagePending} limit ${p.limit} for update skip locked))
    returning *
  ), folded as (
    insert into ${usageCounters} as c (organization_id, day, employee_id, workflow_id, channel, model, duration_power, failed,
      cancelled, input_tokens, output_tokens, cached_input_tokens, usd_cost, platform_usd_cost, listened_ms, spoken_ms, speech_usd_cost, runs, duration_ms,
      least_ms, most_ms)
    select organization_id, day, employee_id, workflow_id, channel, model, ${histogramBucket(sql`duration_ms`)}, sum(failed),
      sum(cancelled), sum(input_tokens), sum(output_tokens), sum(cached_input_tokens), sum(usd_cost), sum(platform_usd_cost),
      sum(listened_ms), sum(spoken_ms), sum(speech_usd_cost), sum(runs), coalesce(sum(duration_ms), 0), min(duration_ms), max(duration_ms)
    from taken
    group by 1, 2, 3, 4, 5, 6, 7
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (organization_id, day, employee_id, workflow_id, channel, model, duration_power) do update set
      failed = c.failed + excluded.failed, cancelled = c.cancelled + excluded.cancelled,
      input_tokens = c.input_tokens + excluded.input_tokens, output_tokens = c.output_tokens + excluded.output_tokens,
      cached_input_tokens = c.cached_input_tokens + excluded.cached_input_tokens, usd_cost = c.usd_cost + excluded.usd_cost,
      platform_usd_cost = c.platform_usd_cost + excluded.platform_usd_cost, listened_ms = c.listened_ms + excluded.listened_ms,
      spoken_ms = c.spoken_ms + excluded.spoken_ms, speech_usd_cost = c.speech_usd_cost + excluded.speech_usd_cost, runs = c.runs + excluded.runs,
      duration_ms = c.duration_ms + excluded.duration_ms, least_ms = least(c.least_ms, excluded.least_ms),
      most_ms = greatest(c.most_ms, excluded.most_ms)
  )
  select count(*)::int as taken from taken`,
)

/** Adds to the counters what has ended since; until then readers add it themselves. */
export async function aggregateUsage(ctx: Context): Promise<void> {
  let all = 0
  for (;;) {
    const [folded] = await fold(ctx.db, { limit: BATCH_SIZE })
    all += folded?.taken ?? 0
    if (!folded || folded.taken < BATCH_SIZE) break
  }
  // The embedded database cleans up nothing by itself: the rows that were taken would stay on disk, and be read past each time.
  if (all > 0 && !ctx.ports.config.DATABASE_URL) await ctx.db.execute(sql`vacuum ${usagePending}`)
}

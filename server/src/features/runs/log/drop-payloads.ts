import { and, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '#platform/context.ts'
import { idsBegin } from '#platform/id.ts'
import { endOf, runFiles, runPayloads, runs } from '../table.ts'

const DAY = 86_400_000

/**
 * Rows of runs are kept for ever; what they worked with only as long as the operator wants, counted from their end: a run may wait
 * for a year and needs it all that time, and its result is asked for afterwards.
 */
export async function dropPayloads(ctx: Context): Promise<void> {
  const until = new Date(ctx.now().getTime() - ctx.ports.config.RUN_PAYLOAD_RETENTION_DAYS * DAY)
  // Ids are in order of time, so that the end is looked up for old runs alone.
  const isOld = (run_id: AnyPgColumn) => and(lt(run_id, idsBegin(until)), hasEndedBefore(run_id, until))
  await ctx.db.delete(runPayloads).where(isOld(runPayloads.run_id))
  await ctx.db.delete(runFiles).where(isOld(runFiles.run_id))
  await ctx.db
    .update(runs)
    .set({ state: null })
    .where(
      and(
        isNotNull(runs.state),
        lt(runs.id, idsBegin(until)),
        sql`${endOf(runs)} < ${until.toISOString()}::timestamptz`,
      ),
    )
}

/** False where it has not ended. A scalar, so that each run is found by its key, however the planner counts a million of them. */
const hasEndedBefore = (run_id: AnyPgColumn, until: Date): SQL =>
  sql`(select ${endOf(runs)} from ${runs} where ${runs.id} = ${run_id}) < ${until.toISOString()}::timestamptz`

import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { runQueued } from '../jobs.ts'
import { runSuspensions } from '../table.ts'
import { queueAnswered } from './queue-answered.ts'

/**
 * Ends the waits whose time has come and queues their runs: one statement, so that no wait ends without its run being
 * queued.
 */
const wake = defineStatement(
  'wake_suspended',
  { now: 'timestamptz' },
  (p) => sql<{ run_id: string }>`
  with due as (
    select run_id, seq from ${runSuspensions} where wakes_at <= ${p.now} and answered_at is null
    order by wakes_at limit 500 for update skip locked
  ), answered as (
    update ${runSuspensions} set answered_at = ${p.now} from due
    where run_suspensions.run_id = due.run_id and run_suspensions.seq = due.seq
    returning run_suspensions.run_id, organization_id, job, attempts
  ), ${queueAnswered}
  select run_id from answered`,
)

/** Continues the runs whose time has come. */
export async function wakeRuns(ctx: Context): Promise<void> {
  const woken = await wake(ctx.db, { now: ctx.now() })
  if (woken.length > 0) await ctx.emit(runQueued, {})
}

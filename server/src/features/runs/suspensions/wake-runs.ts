import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { runQueued } from '../jobs.ts'
import { runLeases, runSuspensions, runs } from '../table.ts'

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
  ), queued as (
    insert into ${runLeases} (run_id, organization_id, job, attempts, tries_from)
    select run_id, min(organization_id::text)::uuid, min(job), max(attempts), max(attempts) from answered group by run_id
    order by run_id
    on conflict (run_id) do nothing
    returning run_id
  ), marked as (
    update ${runs} set status = 'queued' from queued where runs.id = queued.run_id and runs.status = 'suspended'
  )
  select run_id from answered`,
)

/** Continues the runs whose time has come. */
export async function wakeRuns(ctx: Context): Promise<void> {
  const woken = await wake(ctx.db, { now: ctx.now() })
  if (woken.length > 0) await ctx.emit(runQueued, {})
}

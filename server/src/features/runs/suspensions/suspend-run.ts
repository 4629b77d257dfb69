import { eq, sql } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { holder } from '../queue/live-runs.ts'
import { LeaseLost, RunCancelled } from '../run-outcome.ts'
import { type LeasedRun, runLeases, runSuspensions, runs } from '../table.ts'

/*
 * Rows of a run are locked in one order everywhere: suspensions, lease, run. Code that writes for a lease holder locks the lease
 * too, so that no other process can claim the run in between.
 */

/**
 * Deletes the lease of a run whose executions all wait. Locks the suspensions first, so that an answer at this moment
 * either prevents it or finds no lease.
 */
const release = defineStatement(
  'suspend_run',
  { run_id: 'uuid', holder: 'uuid', attempts: 'int', now: 'timestamptz', costs: 'jsonb' },
  (p) => sql<{ run_id: string }>`
  with waiting as (
    select answered_at from ${runSuspensions} where run_id = ${p.run_id} order by seq for update
  ), released as (
    delete from ${runLeases}
    where run_id = ${p.run_id} and holder = ${p.holder} and attempts = ${p.attempts} and not cancel_requested
      and not exists (select 1 from waiting where answered_at is not null) and exists (select 1 from waiting)
    returning run_id
  )
  update ${runs} set status = 'suspended', suspended_at = ${p.now}, costs = ${p.costs}
  from released where runs.id = released.run_id
  returning runs.id as run_id`,
)

/** Releases the run until it is answered; false where an answer came meanwhile, and the run continues. */
export async function suspendRun(ctx: OrgContext, run: LeasedRun, costs: RunCost[]): Promise<boolean> {
  const lease = { run_id: run.id, holder, attempts: run.attempts }
  const rows = await release(ctx.db, { ...lease, now: ctx.now(), costs: toJson(costs) })
  if (rows.length > 0) return true
  const [current] = await ctx.db.select().from(runLeases).where(eq(runLeases.run_id, run.id))
  if (current?.holder !== holder || current.attempts !== run.attempts) throw new LeaseLost('The run was taken over')
  if (current.cancel_requested) throw new RunCancelled('The run was stopped')
  return false
}

import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { holder } from '../queue/live-runs.ts'
import { type LeasedRun, runLeases, runSuspensions } from '../table.ts'

/**
 * Deletes the suspensions of a run, where this process still has its lease. One statement, which locks suspensions before the
 * lease, as `suspendRun` does.
 */
const drop = defineStatement(
  'drop_suspensions',
  { run_id: 'uuid', holder: 'uuid', attempts: 'int' },
  (p) => sql`
  with waiting as (
    select seq from ${runSuspensions} where run_id = ${p.run_id} order by seq for update
  ), lease as (
    select run_id from ${runLeases}
    where run_id = ${p.run_id} and holder = ${p.holder} and attempts = ${p.attempts} and (select count(*) from waiting) >= 0
    for no key update
  )
  delete from ${runSuspensions} using lease where run_suspensions.run_id = lease.run_id`,
)

/** Deletes the suspensions of a run that ends, unless another process has claimed it meanwhile. */
export async function dropSuspensions(ctx: Context, run: LeasedRun): Promise<void> {
  await drop(ctx.db, { run_id: run.id, holder, attempts: run.attempts })
}

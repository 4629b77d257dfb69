import { sql } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { holder } from './live-runs.ts'
import { type LoggingParams, loggingParams, loggingSteps, type StepLog } from './log/log-steps.ts'
import { LeaseLost } from './run-outcome.ts'
import { type HeldRun, runLeases, runs } from './table.ts'

const p = sql.placeholder

const write = defineStatement<
  LoggingParams & { run_id: string; holder: string; attempts: number; costs: string },
  { id: string }
>(
  'checkpoint_run',
  sql`
  with held as (
    update ${runs} set costs = ${p('costs')}::jsonb
    from ${runLeases}
    where runs.id = ${p('run_id')}::uuid and run_leases.run_id = runs.id
      and run_leases.holder = ${p('holder')}::uuid and run_leases.attempts = ${p('attempts')}::int
    returning runs.id, runs.organization_id
  ), ${loggingSteps('held')} select id from held`,
)

/** Keeps what a run has done so far, so that it never happens twice. Throws `LeaseLost` when the run is another's now. */
export async function checkpoint(ctx: OrgContext, run: HeldRun, logs: StepLog[], costs: RunCost[]): Promise<void> {
  const params = { ...loggingParams(logs), run_id: run.id, holder, attempts: run.attempts, costs: toJson(costs) }
  const rows = await write(ctx.db, params)
  if (rows.length === 0) throw new LeaseLost('The run was taken over')
}

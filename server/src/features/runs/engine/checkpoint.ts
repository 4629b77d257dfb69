import { sql } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { stepsWritten } from '../events.ts'
import { type StepLog, stepParameters, stepValues } from '../log/log-steps.ts'
import { insertSteps, orUpdateSteps, writePayloads } from '../log/write-steps.ts'
import { holder } from '../queue/live-runs.ts'
import { LeaseLost } from '../run-outcome.ts'
import { type LeasedRun, runLeases, runs } from '../table.ts'

/**
 * Saves the progress of a run. One statement that locks the lease, so that no other process claims the run between the check and
 * the write. Parallel executions write on several connections, each including the open steps of the others, so a step that has
 * ended meanwhile is not changed back.
 */
const saveProgress = defineStatement(
  'checkpoint_run',
  { run_id: 'uuid', holder: 'uuid', attempts: 'int', costs: 'jsonb', ...stepParameters },
  (p) => sql<{ id: string }>`
  with lease as (
    select run_id from ${runLeases}
    where run_id = ${p.run_id} and holder = ${p.holder} and attempts = ${p.attempts}
    for no key update
  ), claimed as (
    update ${runs} set costs = ${p.costs}, state = coalesce(${p.state}, state) from lease where runs.id = lease.run_id
    returning runs.id, runs.organization_id
  ), logged_steps as (${insertSteps(sql`claimed`, p.steps)} ${orUpdateSteps}
    where run_steps.status = 'in_progress' or excluded.status <> 'in_progress'
    returning seq
  ), logged_payloads as (${writePayloads(sql`claimed`, p, sql`s.seq in (select seq from logged_steps)`)}
  )
  select id from claimed`,
)

/** Saves what a run has done so far, so that it never happens twice. Throws `LeaseLost` when another process has the run. */
export async function checkpoint(ctx: OrgContext, run: LeasedRun, logs: StepLog[], costs: RunCost[]): Promise<void> {
  const lease = { run_id: run.id, holder, attempts: run.attempts }
  const rows = await saveProgress(ctx.db, { ...lease, ...stepValues(logs), costs: toJson(costs) })
  if (rows.length === 0) throw new LeaseLost('The run was taken over')
  if (logs.length === 0) return
  const { id: run_id, organization_id, employee_id } = run
  await ctx.emit(stepsWritten, { organization_id, run_id, employee_id })
}

import { sql } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { stepsWritten } from '../events.ts'
import { type StepLog, stepParameters, stepValues } from '../log/log-steps.ts'
import { holder } from '../queue/live-runs.ts'
import { LeaseLost } from '../run-outcome.ts'
import { type LeasedRun, runLeases, runPayloads, runSteps, runs } from '../table.ts'

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
  ), logged_steps as (
    insert into ${runSteps} (run_id, organization_id, seq, cursor, step_id, type, name, status, started_at, finished_at,
      duration_ms, fallback_used, last_error, model, attempts, possibly_repeated)
    select claimed.id, claimed.organization_id, s.seq, s.cursor, s.step_id, s.type, s.name, s.status, s.started_at, s.finished_at,
      s.duration_ms, s.fallback_used, s.last_error, s.model, s.attempts, s.possibly_repeated
    from claimed, jsonb_to_recordset(${p.steps}) as s(seq int, cursor text, step_id text, type text, name text, status text,
      started_at timestamptz, finished_at timestamptz, duration_ms int, fallback_used boolean, last_error text, model text,
      attempts int, possibly_repeated boolean)
    on conflict (run_id, seq) do update set status = excluded.status, finished_at = excluded.finished_at,
      duration_ms = excluded.duration_ms, fallback_used = excluded.fallback_used, last_error = excluded.last_error,
      model = excluded.model, attempts = excluded.attempts, possibly_repeated = excluded.possibly_repeated
    where run_steps.status = 'in_progress' or excluded.status <> 'in_progress'
    returning seq
  ), logged_payloads as (
    insert into ${runPayloads} (run_id, organization_id, seq, data)
    select claimed.id, claimed.organization_id, s.seq, s.data
    from claimed, unnest(${p.seqs}, ${p.payloads}) as s(seq, data)
    where s.seq in (select seq from logged_steps)
    on conflict (run_id, seq) do update set data = excluded.data
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

import { sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { releaseSlot } from './dispatch-runs.ts'
import { announceRun } from './events.ts'
import { executeInMemory } from './execute-in-memory.ts'
import { stepParameters } from './log/log-steps.ts'
import type { RunOutcome } from './run-outcome.ts'
import { type NewRun, prepareRun, rowOfPrepared } from './start-run.ts'
import { type HeldRun, runPayloads, runSteps, runs } from './table.ts'

const insertEnded = defineStatement(
  'insert_ended_run',
  {
    run_id: 'uuid',
    organization_id: 'uuid',
    workflow_id: 'uuid?',
    trigger_id: 'uuid?',
    employee_id: 'uuid?',
    user_id: 'uuid?',
    channel: 'text?',
    is_async: 'boolean',
    status: 'text',
    error: 'text?',
    error_code: 'text?',
    now: 'timestamptz',
    ended_at: 'timestamptz',
    beginning: 'bytea',
    ...stepParameters,
  },
  (p) => sql<{ id: string }>`
  with new_run as (
    insert into ${runs} (id, organization_id, workflow_id, trigger_id, employee_id, user_id, channel, is_async, status, error, error_code,
      state, created_at, started_at, completed_at, failed_at)
    values (${p.run_id}, ${p.organization_id}, ${p.workflow_id}, ${p.trigger_id}, ${p.employee_id}, ${p.user_id}, ${p.channel}, ${p.is_async},
      ${p.status}, ${p.error}, ${p.error_code}, ${p.state}, ${p.now}, ${p.now},
      case when ${p.status} = 'completed' then ${p.ended_at} end,
      case when ${p.status} = 'failed' then ${p.ended_at} end)
    returning id, organization_id
  ), logged_steps as (
    insert into ${runSteps} (run_id, organization_id, seq, cursor, step_id, type, name, status, started_at, finished_at,
      duration_ms, fallback_used, last_error, model)
    select new_run.id, new_run.organization_id, s.seq, s.cursor, s.step_id, s.type, s.name, s.status, s.started_at,
      s.finished_at, s.duration_ms, s.fallback_used, s.last_error, s.model
    from new_run, jsonb_to_recordset(${p.steps}) as s(seq int, cursor text, step_id text, type text, name text, status text,
      started_at timestamptz, finished_at timestamptz, duration_ms int, fallback_used boolean, last_error text, model text)
  ), payloads as (
    insert into ${runPayloads} (run_id, organization_id, seq, data)
    select id, organization_id, 0, ${p.beginning} from new_run
    union all
    select new_run.id, new_run.organization_id, s.seq, s.data from new_run, unnest(${p.seqs}, ${p.payloads}) as s(seq, data)
  )
  select id from new_run`,
)

/**
 * Executes a flow that changes nothing outside before its run is written, and then writes the run whole: there is never an
 * unfinished one that another process would have to take over. Whoever waits for it is answered after that. Null, and nothing
 * is written, where it is too much for that.
 */
export async function runAtOnce(ctx: OrgContext, given: NewRun): Promise<{ run: HeldRun; outcome: RunOutcome } | null> {
  const prepared = prepareRun(ctx, given)
  releaseSlot(ctx, prepared.run_id)
  const executed = await executeInMemory(ctx, prepared, given.beginning)
  if (!executed) return null
  const { outcome, end } = executed
  const { run_id, organization_id, workflow_id, trigger_id, employee_id, user_id, channel, is_async, now, beginning } =
    prepared
  const { status, error, error_code, state, ended_at, steps, seqs, payloads } = end
  const begun = {
    run_id,
    organization_id,
    workflow_id,
    trigger_id,
    employee_id,
    user_id,
    channel,
    is_async,
    now,
    beginning,
  }
  await insertEnded(ctx.db, { ...begun, status, error, error_code, state, ended_at, steps, seqs, payloads })
  const run = { ...rowOfPrepared(prepared), status, error, error_code }
  await announceRun(ctx, run, status)
  return { run, outcome }
}

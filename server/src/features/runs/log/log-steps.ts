import { type SQL, sql } from 'drizzle-orm'
import { toJson } from '#platform/db/columns.ts'
import { runPayloads, runSteps } from '../table.ts'
import { packPayload } from './payload.ts'
import { stripInput, stripPayload } from './strip-payload.ts'

/** A step as it is logged; `work` is what another process needs to go on with an open one. */
export type StepLog = {
  seq: number
  step_id: string
  type: string
  name: string
  status: 'in_progress' | 'completed' | 'failed'
  started_at: string
  finished_at: string | null
  duration_ms: number | null
  fallback_used: boolean
  last_error: string | null
  model: string | null
  payload: StepPayload
}

export type StepPayload = {
  input_data: unknown
  output: unknown
  next: string | null
  state: Record<string, unknown>
  additional_data?: unknown
  /** Kept whole and only while the step is open. */
  work?: unknown
}

const p = sql.placeholder

/** Writes the given steps of the run that the named expression holds, over what was logged of them before. */
export const loggingSteps = (held: string): SQL => sql`
  logged_steps as (
    insert into ${runSteps} (run_id, organization_id, seq, step_id, type, name, status, started_at, finished_at,
      duration_ms, fallback_used, last_error, model)
    select held.id, held.organization_id, s.seq, s.step_id, s.type, s.name, s.status, s.started_at, s.finished_at,
      s.duration_ms, s.fallback_used, s.last_error, s.model
    from ${sql.raw(held)} as held, jsonb_to_recordset(${p('steps')}::jsonb) as s(seq int, step_id text, type text,
      name text, status text, started_at timestamptz, finished_at timestamptz, duration_ms int, fallback_used boolean,
      last_error text, model text)
    on conflict (run_id, seq) do update set status = excluded.status, finished_at = excluded.finished_at,
      duration_ms = excluded.duration_ms, fallback_used = excluded.fallback_used, last_error = excluded.last_error,
      model = excluded.model
  ), logged_payloads as (
    insert into ${runPayloads} (run_id, organization_id, seq, data)
    select held.id, held.organization_id, s.seq, s.data
    from ${sql.raw(held)} as held, unnest(${p('seqs')}::int[], ${p('payloads')}::bytea[]) as s(seq, data)
    on conflict (run_id, seq) do update set data = excluded.data
  )`

export type LoggingParams = { steps: string; seqs: number[]; payloads: Buffer[] }

export function loggingParams(logs: StepLog[]): LoggingParams {
  return {
    steps: toJson(logs.map(({ payload: _, ...row }) => row)),
    seqs: logs.map(({ seq }) => seq),
    payloads: logs.map(({ payload }) => packPayload(strip(payload))),
  }
}

function strip({ input_data, output, next, state, additional_data, work }: StepPayload): StepPayload {
  return {
    input_data: stripInput(input_data),
    output: stripPayload(output),
    next,
    state,
    ...(additional_data !== undefined && { additional_data: stripPayload(additional_data) }),
    ...(work !== undefined && { work }),
  }
}

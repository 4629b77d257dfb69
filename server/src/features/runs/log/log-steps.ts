import { toJson } from '#platform/db/columns.ts'
import type { ParametersOf } from '#platform/db/statement.ts'
import { packPayload } from './payload.ts'
import { stripInput, stripPayload } from './strip-payload.ts'

/** A step as it is logged; `work` is what another process needs to go on with an open one. */
export type StepLog = {
  seq: number
  /** Which walk through a flow it belongs to; empty for the run's own. */
  cursor: string
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
  /** What the step said to whoever watches the run; `true` where that is its output. */
  said?: string | true
  /** Kept whole and only while the step is open. */
  work?: unknown
}

/** What the logged steps of a run are written from, over what was logged of the same steps before. */
export const stepParameters = { steps: 'jsonb', seqs: 'int[]', payloads: 'bytea[]' } as const

export type StepValues = ParametersOf<typeof stepParameters>

export function stepValues(logs: StepLog[]): StepValues {
  return {
    steps: toJson(logs.map(({ payload: _, ...row }) => row)),
    seqs: logs.map(({ seq }) => seq),
    payloads: logs.map(({ payload }) => packPayload(strip(payload))),
  }
}

function strip({ input_data, output, next, state, additional_data, said, work }: StepPayload): StepPayload {
  return {
    input_data: stripInput(input_data),
    output: stripPayload(output),
    next,
    state,
    ...(additional_data !== undefined && { additional_data: stripPayload(additional_data) }),
    ...(said !== undefined && { said: said === true || String(stripPayload(said)) }),
    ...(work !== undefined && { work }),
  }
}

/** A step that begins. */
export function openLog(
  step: Pick<StepLog, 'seq' | 'cursor' | 'step_id' | 'type' | 'name'>,
  now: Date,
  state: Record<string, unknown>,
): StepLog {
  return {
    ...step,
    status: 'in_progress',
    started_at: now.toISOString(),
    finished_at: null,
    duration_ms: null,
    fallback_used: false,
    last_error: null,
    model: null,
    payload: { input_data: null, output: null, next: null, state: { ...state } },
  }
}

import { omit } from '#contracts/omit.ts'
import type { RunErrorCode } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import type { ParametersOf } from '#platform/db/statement.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { RunState } from '../engine/run-state.ts'
import { packLargePayload, packPayload } from './payload.ts'
import { outputOf, type StoredOutput, toStoredOutput } from './stored-output.ts'
import { stripInput, stripPayload } from './strip-payload.ts'

const MAX_UNSAVED_BYTES = 2 ** 20

/** A step as it is logged; `work` is what another process needs to continue with an open one. */
export type StepLog = {
  seq: number
  /** Which execution of a flow it belongs to; empty for the run's own. */
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
  /** The payload as it is kept, once nothing of it changes any more. */
  packed?: Buffer
  /** What the flow that it belongs to has written by now. */
  state?: RunState
}

/** A try of a step that did not succeed. */
type StepFailure = { at: string; message: string; code: RunErrorCode }

export type StepPayload = StoredOutput & {
  input_data: unknown
  next: string | null
  /** What the step has changed of the state; `true` where that is its output. */
  changes?: Record<string, unknown> | true
  /** The whole state after the step, in logs from before changes were kept. */
  state?: Record<string, unknown>
  additional_data?: unknown
  /** What the step showed to watchers of the run; `true` where that is its output. */
  said?: string | true
  /** How often it was begun, where that was more than once. */
  attempts?: number
  /** The tries that failed and were followed by another, the earliest first. */
  failures?: StepFailure[]
  /** It was begun before by a process that was lost, and what that one had done in the world outside is not known. */
  possibly_repeated?: true
  /** Why the execution ended here: nothing in its flow handled the failure. */
  ended_walk?: { message: string; code: RunErrorCode }
  /** Kept whole and only while the step is open. */
  work?: unknown
}

/** What the logged steps of a run are written from, over what was logged of the same steps before. */
export const stepParameters = { steps: 'jsonb', seqs: 'int[]', payloads: 'bytea[]', state: 'jsonb?' } as const

type StepValues = ParametersOf<typeof stepParameters>

export function stepValues(logs: StepLog[]): StepValues {
  return {
    steps: toJson(
      logs.map(({ payload: { attempts, possibly_repeated }, ...log }) => ({
        ...omit(log, 'packed', 'state'),
        attempts,
        possibly_repeated,
      })),
    ),
    seqs: logs.map(({ seq }) => seq),
    payloads: logs.map(({ payload, packed = packPayload(strip(payload)) }) => packed),
    state: logs.findLast(({ cursor, state }) => cursor === '' && state)?.state?.searchable ?? null,
  }
}

/** Packs what a step that is over worked with, in a turn of its own: it may be large, and many are written together. */
export async function packLog(log: StepLog): Promise<void> {
  await yieldToEventLoop()
  log.packed = await packLargePayload(strip(log.payload))
}

/** Whether so much is finished and not yet written that writing it takes long. */
export const exceedsFlushThreshold = (logs: readonly StepLog[]): boolean =>
  logs.reduce((bytes, { packed }) => bytes + (packed?.length ?? 0), 0) > MAX_UNSAVED_BYTES

/** What a step has changed of the state, as its log says. */
export const changesIn = (payload: StepPayload): Record<string, unknown> => {
  const { changes, state = {} } = payload
  return changes === true ? (outputOf(payload) as Record<string, unknown>) : (changes ?? state)
}

function strip({ input_data, output, changes, additional_data, said, ...rest }: StepPayload): StepPayload {
  const kept = toStoredOutput(output)
  const isOutput = changes !== undefined && !kept.is_output_cut && hasSameValues(changes, output)
  return {
    ...rest,
    input_data: stripInput(input_data),
    ...kept,
    ...(changes !== undefined && { changes: isOutput || changes }),
    ...(additional_data !== undefined && { additional_data: stripPayload(additional_data) }),
    ...(said !== undefined && { said: said === true || String(stripPayload(said)) }),
  }
}

function hasSameValues(changes: Record<string, unknown> | true, output: unknown): boolean {
  if (changes === true || typeof output !== 'object' || output === null || Array.isArray(output)) return false
  const written = Object.entries(output)
  return (
    written.length === Object.keys(changes).length &&
    written.every(([key, value]) => Object.hasOwn(changes, key) && changes[key] === value)
  )
}

/** A step that begins. */
export function openLog(
  step: Pick<StepLog, 'seq' | 'cursor' | 'step_id' | 'type' | 'name'>,
  now: Date,
  state?: RunState,
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
    payload: { input_data: null, output: null, next: null },
    ...(state && { state }),
  }
}

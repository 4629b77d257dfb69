import { createHash } from 'node:crypto'
import { stringify } from 'uuid'
import type { Flow } from '#contracts/flows.ts'
import { changesIn, type StepLog } from '../log/log-steps.ts'
import { RunFailure } from '../run-outcome.ts'
import type { RunInput } from '../start-run.ts'
import type { FlowResult, StepScope } from '../step-scope.ts'
import { closeSuspensions } from '../suspensions/close-suspensions.ts'
import { checkpoint } from './checkpoint.ts'
import { closeExecutions } from './close-executions.ts'
import { type Cursor, cursorAt, keyIn, readBegun, readCursor } from './cursor.ts'
import { type Execution, type StepExecution, withinDeadline } from './execution.ts'
import { speakerWithin } from './speaker.ts'

/** Flows may be inside flows, but not without an end. */
const MAX_NESTING = 8

type Own = Pick<StepExecution, 'flow' | 'cursor' | 'input' | 'log' | 'open' | 'inside'>
type ExecuteFlow = (execution: Execution, flow: Flow, input: RunInput, cursor: Cursor) => Promise<FlowResult>

/** What a step may use while it executes. */
export function scopeOf(
  execution: Execution,
  { flow, cursor, input, log, open, inside: own }: Own,
  executeFlow: ExecuteFlow,
): Omit<StepScope, 'resumed' | 'was_lost' | 'answer' | 'timeout_seconds'> {
  const { ctx, run, host, speaker, signal, costs, logs } = execution
  const inside = nestedPath({ cursor, log })
  return {
    ctx,
    run,
    host: { ...host, publish: speaker.publish },
    textSoFar: () => speaker.text,
    can_wait: execution.isWritten && !host.isWaitedFor,
    signal,
    costs,
    flow,
    input,
    files: execution.files,
    sender_name: execution.sender_name,
    log,
    depth: execution.depth,
    is_debug_mode: execution.is_debug_mode,
    idempotency_key: idempotencyKey(`${run.id}/${cursor.path}${cursor.position}`),
    writeState(values) {
      const changes = cursor.state.write(values)
      if (Object.keys(changes).length > 0) log.payload.changes = { ...changesIn(log.payload), ...changes }
    },
    get seen() {
      const { outer } = cursor
      const output = outer ? { ...outer.outputs, ...cursor.outputs } : cursor.outputs
      const { values } = cursor.state
      return { state: outer ? { ...outer.state, ...values } : values, output }
    },
    checkpointWithNextWrite(work) {
      log.payload.work = work
    },
    async checkpoint(work) {
      log.payload.work = work
      if (!execution.isWritten) return
      const unwritten = logs.splice(0)
      await checkpoint(ctx, run, unwritten.includes(log) ? unwritten : [...unwritten, log], costs)
    },
    async checkpointAndConsumeAnswer(work) {
      log.payload.work = work
      execution.suspensions.delete(log.seq)
      const unwritten = logs.splice(0)
      const written = unwritten.includes(log) ? unwritten : [...unwritten, log]
      await closeSuspensions(ctx, run, written, costs, [log.seq])
    },
    async execution({ key, flow, starting_step_id, input, ...how }) {
      const {
        outer,
        timeout_seconds,
        since = new Date(log.started_at),
        signal = execution.signal,
        is_new = false,
      } = how
      if (execution.nesting >= MAX_NESTING) throw new RunFailure('BROKEN_FLOW', 'Flows are inside flows without an end')
      own.hasExecutedInside = true
      const path = `${inside}${key}/`
      const isRead = execution.resumedAfter > 0 && open !== null && !is_new
      const begun = isRead
        ? await readCursor(ctx, run, path, starting_step_id, execution.resumedAfter)
        : cursorAt(path, starting_step_id)
      begun.outer = outer ?? null
      const speaking = speakerWithin(speaker)
      // A quiet execution publishes only questions, and this text passed that filter when it was published first.
      speaking.publish({ type: 'question', text: begun.text })
      const { depth = execution.depth, is_quiet = false } = how
      const nested = { depth, is_quiet: is_quiet || execution.is_quiet, nesting: execution.nesting + 1 }
      return withinDeadline(
        { ...execution, ...nested, signal, speaker: speaking },
        { since, seconds: timeout_seconds },
        (inner) => executeFlow(inner, flow, input, begun),
      )
    },
    close: (key, reason) => closeExecutions(execution, `${inside}${key}/`, reason),
    last_seq: () => execution.seq.last,
    async readInside(after_seq) {
      if (execution.resumedAfter === 0 || open === null) return { begun: new Set(), waiting: new Set() }
      const begun = await readBegun(ctx, run, inside, after_seq)
      const waiting = new Set<string>()
      const answered = new Set<string>()
      for (const { cursor: path, answer } of execution.suspensions.values()) {
        if (path?.startsWith(inside)) (answer ? answered : waiting).add(keyIn(path, inside))
      }
      for (const key of answered) waiting.delete(key)
      return { begun, waiting }
    },
  }
}

/**
 * Where the executions inside a step are logged. The step's number tells two visits of a loop apart, and how often it has failed
 * one try of it from the next.
 */
export function nestedPath({
  cursor,
  log,
}: {
  cursor: Pick<Cursor, 'path'>
  log: Pick<StepLog, 'step_id' | 'seq'> & { payload: Pick<StepLog['payload'], 'failures'> }
}): string {
  return pathOfTry(cursor.path, log, log.payload.failures?.length ?? 0)
}

/** The same for the try after so many failures. */
export const pathOfTry = (path: string, { step_id, seq }: Pick<StepLog, 'step_id' | 'seq'>, failures: number): string =>
  `${path}${step_id}.${seq}${failures > 0 ? `.${failures}` : ''}/`

/** The same for each try of a step, in whichever process, and for no other step. */
function idempotencyKey(place: string): string {
  const bytes = createHash('sha256').update(place).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return stringify(bytes)
}

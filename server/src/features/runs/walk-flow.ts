import type { Flow } from '#contracts/flows.ts'
import { type RunCost, RunErrorCode } from '#contracts/runs.ts'
import { AppError } from '#platform/error.ts'
import type { StepResult } from '#platform/step.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { OrgContext } from '../organizations/context.ts'
import { checkpoint } from './checkpoint.ts'
import { openLog, type StepLog } from './log/log-steps.ts'
import { type Cursor, cursorAt, readCursor } from './read-progress.ts'
import type { RunHost } from './run-host.ts'
import { RunCancelled, RunFailure, type RunOutcome } from './run-outcome.ts'
import { type Speaker, speakerWithin } from './speaker.ts'
import type { RunInput } from './start-run.ts'
import type { StepScope, WalkResult } from './steps/scope.ts'
import { stepTypeOf } from './steps.ts'
import { closeSuspension, openSuspension, type Suspensions } from './suspend-run.ts'
import type { HeldRun } from './table.ts'

/** A flow that goes round in circles without an end is stopped here. */
const MOST_STEPS = 1000
/** Flows may be inside flows, but not without an end. */
const MOST_DEPTH = 8
/** So many finished steps are written at once at the latest, however long a loop without effects goes on. */
const MOST_UNWRITTEN = 100

const CANNOT_WAIT = (step: string) =>
  `The step ${step} would have to wait, and the teammate that asked cannot wait for it`

export type Walk = {
  ctx: OrgContext
  run: HeldRun
  host: Pick<RunHost, 'history' | 'briefing' | 'isWaitedFor'>
  /** Says what the steps of this walk say. */
  speaker: Speaker
  signal: AbortSignal
  costs: RunCost[]
  /** What is not yet written; emptied by a checkpoint. */
  logs: StepLog[]
  /** The number of the last step of the run, over all cursors. */
  seq: { last: number }
  /** What steps of this run have suspended for, and what they were answered with. */
  suspensions: Suspensions
  /** False where the run is executed before it is written, so that nothing can be saved on the way. */
  isWritten: boolean
  /** The last step that an earlier try may have left something of to go on from; 0 where there was none. */
  resumedAfter: number
  depth: number
  is_debug_mode: boolean
}

/** Goes from step to step; what a step did is saved before another one with effects begins. */
export async function walkFlow(walk: Walk, flow: Flow, input: RunInput, cursor: Cursor): Promise<WalkResult> {
  for (let count = 0; cursor.at !== null && count < MOST_STEPS; count++) {
    walk.signal.throwIfAborted()
    const result = await takeStep(walk, flow, input, cursor, cursor.at)
    if (result === 'suspended') return 'suspended'
  }
  if (cursor.at !== null) throw new RunFailure('BROKEN_FLOW', `The flow took more than ${MOST_STEPS} steps`)
  return { status: 'completed', output: cursor.output, outputs: cursor.outputs }
}

async function takeStep(
  walk: Walk,
  flow: Flow,
  input: RunInput,
  cursor: Cursor,
  at: string,
): Promise<'suspended' | 'taken'> {
  const { ctx, run, logs, costs } = walk
  const step = flow.steps[at]
  if (!step) throw new RunFailure('BROKEN_FLOW', `The flow has no step ${at}`)
  const type = stepTypeOf(ctx, step.type)
  const parsed = type.schema.safeParse(step)
  if (!parsed.success) throw new RunFailure('BROKEN_FLOW', `The step ${at} is not valid: ${parsed.error.message}`)
  if (walk.isWritten && logs.length > 0 && (type.effects || logs.length >= MOST_UNWRITTEN)) {
    await checkpoint(ctx, run, logs.splice(0), costs)
  }

  const open = cursor.open?.step_id === at ? cursor.open : null
  cursor.open = null
  const suspension = open && walk.suspensions.get(open.seq)
  const speaker = speakerWithin(walk.speaker)
  if (suspension) speaker.publish({ type: 'text', text: open.said })
  // Still waiting: what was asked stays asked.
  if (suspension && !suspension.answer) return 'suspended'

  const seq = open?.seq ?? ++walk.seq.last
  const log = openLog(
    { seq, cursor: cursor.path, step_id: at, type: step.type, name: step.name },
    ctx.now(),
    cursor.state,
  )
  // Kept from the start: where this try is lost too, what was said before it waited is said again.
  if (suspension && open.said) log.payload.said = open.said
  logs.push(log)
  const clock = type.timeout_seconds ? wallClock(walk.signal, type.timeout_seconds, 'The step took too long.') : null
  const signal = clock?.signal ?? walk.signal
  const fields = { ...(parsed.data as object), name: step.name }
  const result = await type
    .execute(fields as never, {
      ...scopeOf({ ...walk, speaker, signal }, cursor, input, log),
      resumed: open?.work ?? null,
      answer: suspension?.answer ?? null,
    })
    .catch((error) => {
      if (!signal.aborted || walk.signal.aborted) throw error
      throw new RunFailure('STEP_TIMEOUT', `The step ${step.name} took longer than ${type.timeout_seconds} s`, error)
    })
    .finally(() => clock?.stop())
  return settle({ ...walk, speaker }, cursor, log, step.next, result)
}

/** Writes down how a step went, and where the cursor goes from there. */
async function settle(
  walk: Walk,
  cursor: Cursor,
  log: StepLog,
  next: string | undefined,
  result: StepResult,
): Promise<'suspended' | 'taken'> {
  const { ctx, run, logs, costs } = walk
  if (result === 'suspended') return 'suspended'
  const said = walk.speaker.text
  if ('suspend' in result) {
    if (walk.host.isWaitedFor) throw new RunFailure('BROKEN_FLOW', CANNOT_WAIT(log.name))
    if (said) log.payload.said = said
    await openSuspension(ctx, run, logs.splice(0), costs, log, result.suspend)
    walk.suspensions.set(log.seq, { answer: null })
    return 'suspended'
  }
  log.status = 'completed'
  log.finished_at = ctx.now().toISOString()
  log.duration_ms = Math.round(Date.parse(log.finished_at) - Date.parse(log.started_at))
  const after = result.ends ? null : (result.next ?? next ?? null)
  const { work: _, ...payload } = log.payload
  log.payload = { ...payload, output: result.output, next: after, state: { ...cursor.state } }
  if (said) log.payload.said = said === result.output || said
  // Another cursor may have written it while it was open.
  if (!logs.includes(log)) logs.push(log)
  cursor.outputs[log.step_id] = result.output
  if (typeof result.output === 'string' && log.type !== 'set_state') cursor.output = result.output
  cursor.at = after
  // What it was answered with is in the log from here on.
  if (walk.suspensions.delete(log.seq)) await closeSuspension(ctx, run, logs.splice(0), costs, log.seq)
  return 'taken'
}

function scopeOf(walk: Walk, cursor: Cursor, input: RunInput, log: StepLog): Omit<StepScope, 'resumed' | 'answer'> {
  const { ctx, run, host, speaker, signal, costs } = walk
  return {
    ctx,
    run,
    host: { ...host, publish: speaker.publish },
    signal,
    costs,
    input,
    log,
    depth: walk.depth,
    is_debug_mode: walk.is_debug_mode,
    state: cursor.state,
    outputs: cursor.outputs,
    async keep(work) {
      log.payload.work = work
      await checkpoint(ctx, run, [log], costs)
    },
    async walk({ key, flow, starting_step_id, input }) {
      if (walk.depth >= MOST_DEPTH) throw new RunFailure('BROKEN_FLOW', 'Flows are inside flows without an end')
      const path = `${cursor.path}${log.step_id}/${key}/`
      const inner =
        walk.resumedAfter > 0
          ? await readCursor(ctx, run, path, starting_step_id, walk.resumedAfter)
          : cursorAt(path, starting_step_id)
      const inside = speakerWithin(speaker)
      inside.publish({ type: 'text', text: inner.said })
      return walkFlow({ ...walk, speaker: inside, depth: walk.depth + 1 }, flow, input, inner)
    },
  }
}

export function outcomeOf(ctx: OrgContext, error: unknown): RunOutcome {
  if (error instanceof RunCancelled) return { status: 'cancelled', output: '' }
  if (error instanceof RunFailure) return { status: 'failed', output: '', error: error.message, error_code: error.code }
  if (error instanceof AppError) {
    const error_code = RunErrorCode.safeParse(error.code).data ?? 'RUN_FAILED'
    return { status: 'failed', output: '', error: error.message, error_code }
  }
  ctx.log.error({ err: error }, 'a run failed unexpectedly')
  return { status: 'failed', output: '', error: 'Something went wrong while answering', error_code: 'RUN_FAILED' }
}

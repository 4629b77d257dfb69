import { type Flow, MAX_FLOW_STEPS } from '#contracts/flows.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import type { StepResult } from '#platform/step.ts'
import { wallClock } from '#platform/wall-clock.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { exceedsFlushThreshold, openLog, packLog, type StepLog } from '../log/log-steps.ts'
import { endStep } from '../log/open-step.ts'
import { endsExecution, RunFailure, StepLimitReached, TooLargeForOneWrite } from '../run-outcome.ts'
import type { RunInput } from '../start-run.ts'
import type { FlowResult, StepScope } from '../step-scope.ts'
import { stepTypeOf } from '../steps/step-types.ts'
import { closeSuspensions } from '../suspensions/close-suspensions.ts'
import { openSuspension } from '../suspensions/open-suspension.ts'
import { checkpoint } from './checkpoint.ts'
import { advanceCursor, type Cursor, type OpenStep } from './cursor.ts'
import type { Execution, StepExecution } from './execution.ts'
import { asFailure, type FailedStep, failStep, tryAgain } from './fail-step.ts'
import { nestedPath, scopeOf } from './nested-scope.ts'
import { speakerWithin } from './speaker.ts'

/** An execution with more steps is an endless loop and is stopped: a flow without loops cannot have more. */
const MAX_STEPS = MAX_FLOW_STEPS
/** Finished steps are written at the latest when there are this many, in loops without effects too. */
const MAX_UNSAVED = 100

/** Megabytes of logs keep the database busy too: of each organization it has one at a time. */
const largeWrites = createFairLimit({ total: 4, perKey: 1, waitingPerKey: 100_000 })

const CANNOT_WAIT = (step: string) =>
  `The step ${step} would have to wait, and the teammate that asked cannot wait for it`

type Taken = 'suspended' | 'taken'

/** Executes a flow step by step. The result of a step is saved before a step with effects begins. */
export async function executeFlow(
  execution: Execution,
  flow: Flow,
  input: RunInput,
  cursor: Cursor,
): Promise<FlowResult> {
  if (cursor.failure) throw new RunFailure(cursor.failure.code, cursor.failure.message)
  for (let count = 0; cursor.at !== null && count < MAX_STEPS; count++) {
    // Steps that wait for nothing outside would block the event loop.
    await yieldToEventLoop()
    execution.signal.throwIfAborted()
    const result = await executeStep(execution, flow, input, cursor, cursor.at)
    if (result === 'suspended') return 'suspended'
  }
  if (cursor.at !== null) throw new RunFailure('BROKEN_FLOW', `The flow took more than ${MAX_STEPS} steps`)
  return { status: 'completed', output: cursor.output, result: cursor.result, outputs: cursor.outputs }
}

async function executeStep(
  execution: Execution,
  flow: Flow,
  input: RunInput,
  cursor: Cursor,
  at: string,
): Promise<Taken> {
  const step = Object.hasOwn(flow.steps, at) ? flow.steps[at] : undefined
  if (!step) throw new RunFailure('BROKEN_FLOW', `The flow has no step ${at}`)
  if (step.disabled) {
    cursor.at = step.next ?? null
    return 'taken'
  }
  const type = stepTypeOf(execution.ctx, step.type)
  const parsed = type.schema.safeParse(step)
  if (!parsed.success) throw new RunFailure('BROKEN_FLOW', `The step ${at} is not valid: ${parsed.error.message}`)
  const fields = { ...(parsed.data as object), name: step.name }

  const open = cursor.open?.step_id === at ? cursor.open : null
  cursor.open = null
  const suspension = open && execution.suspensions.get(open.seq)
  const speaker = speakerWithin(execution.speaker, execution)
  if (suspension) speaker.publish({ type: 'question', text: open.text })
  // Still waiting: the question stays open.
  if (suspension && !suspension.answer) return 'suspended'

  const { RUN_MAX_STEPS } = execution.ctx.ports.config
  if (!open && execution.seq.last >= RUN_MAX_STEPS) throw new StepLimitReached(RUN_MAX_STEPS)
  const seq = open?.seq ?? ++execution.seq.last
  const at_seq = { seq, cursor: cursor.path, step_id: at, type: step.type, name: step.name }
  const log = openLog(at_seq, open?.started_at ?? execution.ctx.now(), cursor.state)
  const isPinned = execution.is_test && step.pinned !== undefined
  const hasEffects = type.effects && !isPinned && !type.hasNoEffects?.(fields as never)
  const was_lost = recordTries(execution, log, open, hasEffects && !waitedInside(execution, cursor, open))
  execution.logs.push(log)
  await writeBefore(execution, log, open, hasEffects)

  const inside = { hasExecutedInside: open !== null }
  const taking: StepExecution = {
    execution: { ...execution, speaker },
    flow,
    step,
    type,
    fields,
    input,
    cursor,
    log,
    open,
    was_lost,
    inside,
  }
  if (isPinned) {
    log.payload.additional_data = { pinned: true }
    return saveResult(taking, { output: step.pinned })
  }
  while (true) {
    const executed = await execute(taking).catch((error) => ({ error }))
    if (executed === 'suspended' || !('error' in executed)) return saveResult(taking, executed)
    const { error } = executed
    if (execution.signal.aborted || endsExecution(error)) throw error
    if (speaker.text !== '') speaker.publish({ type: 'reset', text: '', reasoning: '' })
    const failed: FailedStep = { ...taking, failure: asFailure(execution.ctx, error), hasEffects }
    const again = await tryAgain(failed)
    if (again === 'suspended') return 'suspended'
    if (again === null) return failStep(failed)
    taking.was_lost = false
  }
}

/** A waiting execution inside the step lost nothing, so the step around it counts as not interrupted. */
function waitedInside(execution: Execution, cursor: Cursor, open: OpenStep | null): boolean {
  if (!open) return false
  const inside = nestedPath({ cursor, log: { ...open, payload: open } })
  return [...execution.suspensions.values()].some(({ cursor: path = '' }) => path.startsWith(inside))
}

/**
 * Restores what earlier attempts saved. Returns whether the last one ended with its process, having possibly done
 * everything.
 */
function recordTries(execution: Execution, log: StepLog, open: OpenStep | null, hasEffects: boolean): boolean {
  const suspension = execution.suspensions.get(log.seq)
  const wasLost = open ? !suspension : execution.mayHaveBegun && log.seq === 1
  const mayRepeat = wasLost && hasEffects
  const isAnother = suspension?.kind === 'retry' || mayRepeat
  const before = open?.attempts ?? 1
  if (isAnother || before > 1) log.payload.attempts = isAnother ? before + 1 : before
  if (open?.failures) log.payload.failures = open.failures
  if (mayRepeat || open?.possibly_repeated) log.payload.possibly_repeated = true
  if (open?.work != null) log.payload.work = open.work
  // Kept from the first attempt, so that text from before a wait is published again if this attempt is lost too.
  if (suspension && open?.text) log.payload.said = open.text
  return mayRepeat
}

/**
 * Records a step with effects before it is executed, together with the finished steps, so that a process that continues knows that
 * it had begun. The first step of a run needs no write for that: it begins with the run.
 */
async function writeBefore(
  execution: Execution,
  log: StepLog,
  open: OpenStep | null,
  hasEffects: boolean,
): Promise<void> {
  const { ctx, run, logs, costs } = execution
  if (!execution.isWritten) {
    if (exceedsFlushThreshold(logs)) throw new TooLargeForOneWrite()
    return
  }
  if (execution.suspensions.get(log.seq)?.kind === 'retry') {
    execution.suspensions.delete(log.seq)
    return closeSuspensions(ctx, run, logs.splice(0), costs, [log.seq])
  }
  if (exceedsFlushThreshold(logs)) return writeMuch(execution)
  const isKnown = log.seq === 1 || (open !== null && !log.payload.possibly_repeated)
  if (hasEffects ? logs.length > 1 || !isKnown : logs.length > MAX_UNSAVED) {
    await checkpoint(ctx, run, logs.splice(0), costs)
  }
}

async function writeMuch({ ctx, run, logs, costs, signal }: Execution): Promise<void> {
  // Taken out before awaiting a turn, so that no parallel execution writes the same logs.
  const unwritten = logs.splice(0)
  using _turn = await largeWrites.enter(run.organization_id, signal, run.id).catch((error) => {
    logs.unshift(...unwritten)
    throw error
  })
  await checkpoint(ctx, run, unwritten, costs)
}

async function execute({ execution, type, step, fields, ...taking }: StepExecution): Promise<StepResult> {
  const seconds = type.appliesTimeout ? null : (step.timeout_seconds ?? type.timeout_seconds)
  const clock = seconds === null ? null : wallClock(execution.signal, seconds, 'The step took too long.')
  const signal = clock?.signal ?? execution.signal
  const answer = execution.suspensions.get(taking.log.seq)?.answer ?? null
  const scope: StepScope = {
    ...scopeOf({ ...execution, signal }, taking, executeFlow),
    timeout_seconds: step.timeout_seconds ?? null,
    resumed: taking.log.payload.work ?? null,
    was_lost: taking.was_lost,
    answer,
  }
  try {
    const result = await type.execute(fields as never, scope)
    const mustWait = result !== 'suspended' && 'suspend' in result
    if (mustWait && execution.host.isWaitedFor) throw new RunFailure('BROKEN_FLOW', CANNOT_WAIT(step.name))
    return result
  } catch (error) {
    if (!signal.aborted || execution.signal.aborted) throw error
    throw new RunFailure('STEP_TIMEOUT', `The step ${step.name} took longer than ${seconds} s`, error)
  } finally {
    clock?.stop()
  }
}

/** Records the result of a step and moves the cursor. */
async function saveResult({ execution, step, cursor, log }: StepExecution, result: StepResult): Promise<Taken> {
  const { ctx, run, logs, costs } = execution
  if (result === 'suspended') return 'suspended'
  const text = execution.speaker.text
  if ('suspend' in result) {
    if (text) log.payload.said = text
    await openSuspension(ctx, run, logs.splice(0), costs, log, result.suspend, execution.deadline)
    execution.suspensions.set(log.seq, { kind: result.suspend.kind, cursor: cursor.path, answer: null })
    return 'suspended'
  }
  endStep(log, 'completed', ctx.now())
  const next = result.ends ? null : result.next === undefined ? (step.next ?? null) : result.next
  Object.assign(log.payload, { output: result.output, next })
  if (text) log.payload.said = text === result.output || text
  await packLog(log)
  // A parallel execution may have written it as open.
  if (!logs.includes(log)) logs.push(log)
  advanceCursor(cursor, log, log.payload)
  // From here on the answer is in the log.
  if (execution.suspensions.delete(log.seq)) await closeSuspensions(ctx, run, logs.splice(0), costs, [log.seq])
  return 'taken'
}

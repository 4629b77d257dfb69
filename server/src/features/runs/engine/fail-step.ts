import { setTimeout as sleep } from 'node:timers/promises'
import { Retry } from '#contracts/flows.ts'
import { RunErrorCode } from '#contracts/runs.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { packLog } from '../log/log-steps.ts'
import { endStep } from '../log/open-step.ts'
import { RunCancelled, RunFailure, type RunOutcome } from '../run-outcome.ts'
import { closeSuspensions } from '../suspensions/close-suspensions.ts'
import { openSuspension } from '../suspensions/open-suspension.ts'
import { checkpoint } from './checkpoint.ts'
import { closeExecutions } from './close-executions.ts'
import { advanceCursor } from './cursor.ts'
import type { StepExecution } from './execution.ts'
import { nestedPath } from './nested-scope.ts'

/** A longer wait before the next try is none of a running run: it gives up its slot meanwhile. */
const SHORT_WAIT_MS = 3000
const MAX_WAIT_MS = 86_400_000
/** Waits are longer by up to this share, so that what failed together is not tried again together. */
const JITTER = 0.25

/** A step that has failed, and why. */
export type FailedStep = StepExecution & { failure: RunFailure; hasEffects: boolean }

export function outcomeOf(ctx: OrgContext, error: unknown): RunOutcome {
  if (error instanceof RunCancelled) return { status: 'cancelled', output: '' }
  const { message, code } = asFailure(ctx, error)
  return { status: 'failed', output: '', error: message, error_code: code }
}

/** The error as it is shown; an unexpected one is logged whole, once. */
export function asFailure(ctx: OrgContext, error: unknown): RunFailure {
  if (error instanceof RunFailure) return error
  if (error instanceof AppError) {
    return new RunFailure(RunErrorCode.safeParse(error.code).data ?? 'RUN_FAILED', error.message, error)
  }
  ctx.log.error({ err: error }, 'a run failed unexpectedly')
  return new RunFailure('RUN_FAILED', 'Something went wrong while answering', error)
}

/** Milliseconds before the next try; null where there is none. */
function waitBeforeNext(given: Retry | undefined, failures: number, { code }: RunFailure): number | null {
  const retry = Retry.safeParse(given).data
  // A flow that is wrong stays wrong.
  if (!retry || failures >= retry.times || code === 'BROKEN_FLOW') return null
  const waitMs = retry.delay_seconds * 1000 * retry.factor ** failures
  return Math.min(waitMs * (1 + Math.random() * JITTER), MAX_WAIT_MS)
}

/** Waits for the next try of a step that has failed, here or without a lease; null where there is no further one. */
export async function tryAgain(failed: FailedStep): Promise<'now' | 'suspended' | null> {
  const { execution, step, log, failure, hasEffects } = failed
  const { ctx, run, logs, costs } = execution
  const { failures = [], attempts = 1 } = log.payload
  const waitMs = waitBeforeNext(step.retry, failures.length, failure)
  if (waitMs === null) return null
  await closeInside(failed)
  log.payload.failures = [...failures, describeFailure(failed)]
  log.last_error = failure.message
  if (waitMs > SHORT_WAIT_MS && execution.isWritten && !execution.host.isWaitedFor) {
    const wakes_at = new Date(ctx.now().getTime() + waitMs)
    const waits = { kind: 'retry', wakes_at, detail: { error: failure.message } }
    await openSuspension(ctx, run, logs.splice(0), costs, log, waits, execution.deadline)
    execution.suspensions.set(log.seq, { kind: 'retry', cursor: failed.cursor.path, answer: null })
    return 'suspended'
  }
  await sleep(waitMs, undefined, { signal: execution.signal }).catch(() => execution.signal.throwIfAborted())
  log.payload.attempts = attempts + 1
  const hadWaited = execution.suspensions.delete(log.seq)
  if (execution.isWritten && (hasEffects || hadWaited)) {
    if (!logs.includes(log)) logs.push(log)
    await (hadWaited
      ? closeSuspensions(ctx, run, logs.splice(0), costs, [log.seq])
      : checkpoint(ctx, run, logs.splice(0), costs))
  }
  return 'now'
}

const describeFailure = ({ execution, failure }: FailedStep) => ({
  at: execution.ctx.now().toISOString(),
  message: failure.message,
  code: failure.code,
})

/** Ends a step that has failed for good: the flow continues where the step says, else the execution ends with it. */
export async function failStep(failed: FailedStep): Promise<'taken'> {
  const { execution, step, cursor, log, failure } = failed
  const { ctx, run, logs, costs } = execution
  await closeInside(failed)
  endStep(log, 'failed', ctx.now())
  log.last_error = failure.message
  if (!logs.includes(log)) logs.push(log)
  const { message, code } = failure
  if (step.on_error === undefined) {
    log.payload.ended_walk = { message, code }
    throw failure
  }
  const output = { error: { message, code } }
  Object.assign(log.payload, { output, next: step.on_error })
  await packLog(log)
  advanceCursor(cursor, log, log.payload)
  if (execution.suspensions.delete(log.seq)) await closeSuspensions(ctx, run, logs.splice(0), costs, [log.seq])
  return 'taken'
}

/** What is still open or waits in the executions inside a failed step does not continue. */
async function closeInside({ execution, cursor, log, failure, inside }: FailedStep): Promise<void> {
  if (inside.hasExecutedInside) await closeExecutions(execution, nestedPath({ cursor, log }), failure.message)
}

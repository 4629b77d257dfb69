import type { RunCost } from '#contracts/runs.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { checkpoint } from './checkpoint.ts'
import type { StepLog } from './log/log-steps.ts'
import type { Progress } from './read-progress.ts'
import type { RunHost } from './run-host.ts'
import { RunCancelled, RunFailure, type RunOutcome } from './run-outcome.ts'
import { executors } from './steps/executors.ts'
import type { HeldRun } from './table.ts'

/** A flow that goes round in circles without an end is stopped here. */
const MOST_STEPS = 1000

type Walk = {
  ctx: OrgContext
  run: HeldRun
  host: Pick<RunHost, 'history' | 'publish' | 'briefing'>
  signal: AbortSignal
  costs: RunCost[]
  /** What is not yet written; emptied by a checkpoint. */
  logs: StepLog[]
  progress: Progress
}

/** Goes from step to step; what a step did is kept before another one with effects begins. */
export async function walkFlow({ ctx, run, host, signal, costs, logs, progress }: Walk): Promise<string> {
  const { flow, input } = progress.beginning
  let { at, output, seq } = progress
  let { open } = progress

  for (let count = 0; at !== null && count < MOST_STEPS; count++) {
    signal.throwIfAborted()
    const step = flow.steps[at]
    if (!step) throw new RunFailure('BROKEN_FLOW', `The flow has no step ${at}`)
    const executor = executors[step.type]
    if (executor.effects && logs.length > 0) {
      await checkpoint(ctx, run, logs.splice(0), costs)
    }

    seq += 1
    const log = openLog({ seq, step_id: at, type: step.type, name: step.name }, ctx.now(), progress.state)
    logs.push(log)
    const keep = async (work: unknown) => {
      log.payload.work = work
      await checkpoint(ctx, run, [log], costs)
    }
    const done = await executor.execute(step as never, {
      ctx,
      run,
      host,
      signal,
      costs,
      input,
      log,
      keep,
      depth: progress.beginning.depth,
      state: progress.state,
      outputs: progress.outputs,
      resumed: open?.step_id === at ? open.work : null,
    })
    open = null

    log.status = 'completed'
    log.finished_at = ctx.now().toISOString()
    log.duration_ms = Math.round(Date.parse(log.finished_at) - Date.parse(log.started_at))
    const next = done.ends ? null : (step.next ?? null)
    const { work: _, ...payload } = log.payload
    log.payload = { ...payload, output: done.output, next, state: { ...progress.state } }
    progress.outputs[at] = done.output
    if (typeof done.output === 'string' && step.type !== 'set_state') output = done.output
    at = next
  }
  if (at !== null) throw new RunFailure('BROKEN_FLOW', `The flow took more than ${MOST_STEPS} steps`)
  return output
}

function openLog(
  step: Pick<StepLog, 'seq' | 'step_id' | 'type' | 'name'>,
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

export function outcomeOf(ctx: OrgContext, error: unknown): RunOutcome {
  if (error instanceof RunCancelled) return { status: 'cancelled', output: '' }
  if (error instanceof RunFailure) return { status: 'failed', output: '', error: error.message, error_code: error.code }
  if (error instanceof AppError) {
    return { status: 'failed', output: '', error: error.message, error_code: error.code ?? 'RUN_FAILED' }
  }
  ctx.log.error({ err: error }, 'a run failed unexpectedly')
  return { status: 'failed', output: '', error: 'Something went wrong while answering', error_code: 'RUN_FAILED' }
}

import type { RunCost } from '#contracts/runs.ts'
import { admitWork } from '#platform/admit-work.ts'
import { isDatabaseLost } from '#platform/db/database-lost.ts'
import { workFor } from '#platform/thread-share.ts'
import { traced } from '#platform/trace.ts'
import type { OrgContext } from '../organizations/context.ts'
import { checkpoint } from './engine/checkpoint.ts'
import { cursorAt, readCursor, readLastSeq } from './engine/cursor.ts'
import { executeFlow } from './engine/execute-flow.ts'
import { withinDeadline } from './engine/execution.ts'
import { outcomeOf } from './engine/fail-step.ts'
import { speakerOf } from './engine/speaker.ts'
import { announceRun } from './events.ts'
import { runEnd } from './finish-run.ts'
import type { StepLog } from './log/log-steps.ts'
import { closeOpenSteps, readOpenSteps } from './log/open-step.ts'
import { readBeginning } from './log/read-beginning.ts'
import { releaseSlot } from './queue/dispatch-runs.ts'
import { enterRun } from './queue/live-runs.ts'
import { releaseLease } from './queue/release-lease.ts'
import { readWait } from './read-wait.ts'
import type { RunHost } from './run-host.ts'
import { type Executed, LeaseLost, RunCancelled, RunFailure, type RunOutcome } from './run-outcome.ts'
import type { RunBeginning } from './start-run.ts'
import type { FlowResult } from './step-scope.ts'
import { dropSuspensions } from './suspensions/drop-suspensions.ts'
import { readSuspensions } from './suspensions/read-suspensions.ts'
import { suspendRun } from './suspensions/suspend-run.ts'
import type { LeasedRun } from './table.ts'

const MAX_ATTEMPTS = 3

/**
 * Executes a run that this process has leased, from its last finished step to its end. Returns null when another process claimed
 * the run meanwhile, or the database was lost: then nothing more of this execution was written. A run that waits loses its lease
 * until it is answered.
 */
export async function executeRun(
  ctx: OrgContext,
  run: LeasedRun,
  host: RunHost,
  fresh?: RunBeginning,
): Promise<Executed> {
  try {
    const kind = run.is_async ? 'background' : 'awaited'
    return await workFor(run.organization_id, () => executeHeld(ctx, run, host, fresh), kind)
  } catch (error) {
    if (!isDatabaseLost(error)) throw error
    // The run continues as after the death of its process, whether or not its end was written.
    ctx.log.warn({ err: error, run_id: run.id }, 'a run lost the database and continues when it is back')
    host.left?.()
    releaseLease(ctx, run)
    return null
  }
}

async function executeHeld(
  ctx: OrgContext,
  run: LeasedRun,
  host: RunHost,
  fresh: RunBeginning | undefined,
): Promise<Executed> {
  using live = enterRun(ctx, run, host.stoppedBy)
  // From here on the run itself counts as using the slot.
  releaseSlot(ctx, run.id)
  const costs: RunCost[] = run.costs
  const logs: StepLog[] = []
  let outcome: RunOutcome
  let hasOpen = false
  await announceRun(ctx, run, 'running')
  try {
    if (run.cancel_requested) throw new RunCancelled('The run was stopped')
    if (run.attempts - run.tries_from > MAX_ATTEMPTS) {
      throw new RunFailure('GAVE_UP', `The work was interrupted ${MAX_ATTEMPTS} times and is not tried again`)
    }
    // A first attempt still answers in an organization that became inactive; one that continues later must not.
    if (!fresh && ctx.organization.status !== 'active') {
      throw new RunFailure('ORGANIZATION_INACTIVE', 'The organization is inactive')
    }
    // A run from the queue was admitted before it was claimed.
    using _admitted = fresh ? await admitWork(live.signal) : undefined
    const executed = await traced('run', { run_id: run.id, attempt: run.attempts }, () =>
      execution(ctx, run, host, live.signal, costs, logs, fresh),
    )
    if (executed === 'suspended') {
      host.left?.()
      await announceRun(ctx, run, 'suspended')
      return { status: 'suspended' }
    }
    outcome = { status: 'completed', output: executed.output, result: executed.result }
  } catch (error) {
    if (error instanceof LeaseLost) {
      host.left?.()
      return null
    }
    if (isDatabaseLost(error)) throw error
    outcome = outcomeOf(ctx, error)
    const known = new Set(logs.map(({ seq }) => seq))
    const written = await readOpenSteps(ctx, run.id)
    logs.push(...written.filter(({ seq }) => !known.has(seq)))
    hasOpen = written.length > 0
    closeOpenSteps(logs, error instanceof Error ? error.message : String(error), ctx.now())
  }

  if (hasOpen || run.tries_from > 0 || logs.some(({ cursor }) => cursor !== '')) await dropSuspensions(ctx, run)
  const finished = await host.finish(ctx, runEnd(run, outcome, logs, costs, ctx.now()), outcome)
  if (!finished) return null
  await announceRun(ctx, run, outcome.status)
  return outcome
}

/**
 * Executes the run's flow from its start, or from where an earlier attempt or a suspension ended, to its end or until all
 * executions wait.
 */
async function execution(
  ctx: OrgContext,
  run: LeasedRun,
  host: RunHost,
  signal: AbortSignal,
  costs: RunCost[],
  logs: StepLog[],
  fresh: RunBeginning | undefined,
): Promise<FlowResult> {
  const { flow, starting_step_id, input, ...begun } = fresh ?? (await readBeginning(ctx, run))
  const { files = [], sender_name = null, depth, is_debug_mode = false, is_test = false } = begun
  const seq = { last: fresh ? 0 : await readLastSeq(ctx, run) }
  const speaker = speakerOf(host.publish)
  const mayHaveBegun = !fresh && seq.last === 0 && run.attempts - run.tries_from > 1
  const options = { files, sender_name, depth, nesting: 0, deadline: null, is_test, is_debug_mode, mayHaveBegun }
  const shared = { ctx, run, host, signal, costs, logs, seq, isWritten: true, is_quiet: false, ...options }
  const limit = { since: run.started_at ?? ctx.now(), seconds: flow.timeout_seconds }
  while (true) {
    const isFirst = fresh !== undefined && seq.last === 0
    const resumedAfter = isFirst ? 0 : seq.last
    const suspensions = isFirst ? new Map() : await readSuspensions(ctx, run.id)
    const cursor = isFirst
      ? cursorAt('', starting_step_id)
      : await readCursor(ctx, run, '', starting_step_id, resumedAfter)
    // Clients that still show text of an earlier attempt are reset to the text that is in the log.
    if (!isFirst) speaker.publish({ type: 'reset', text: cursor.text, reasoning: '' })
    const result = await withinDeadline({ ...shared, speaker, resumedAfter, suspensions }, limit, (execution) =>
      executeFlow(execution, flow, input, cursor),
    )
    if (result !== 'suspended') return result
    await checkpoint(ctx, run, logs.splice(0), costs)
    if (host.waits) await host.waits(await readWait(ctx, run.id))
    if (await suspendRun(ctx, run, costs)) return 'suspended'
    signal.throwIfAborted()
  }
}

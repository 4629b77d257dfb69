import type { RunCost } from '#contracts/runs.ts'
import { traced } from '#platform/trace.ts'
import type { OrgContext } from '../organizations/context.ts'
import { runEnd } from './finish-run.ts'
import { enterRun } from './live-runs.ts'
import type { StepLog } from './log/log-steps.ts'
import { closeOpenStep, readOpenStep } from './log/open-step.ts'
import { beginningOf, readProgress } from './read-progress.ts'
import type { RunHost } from './run-host.ts'
import { LeaseLost, RunCancelled, RunFailure, type RunOutcome } from './run-outcome.ts'
import type { RunBeginning } from './start-run.ts'
import type { HeldRun } from './table.ts'
import { outcomeOf, walkFlow } from './walk-flow.ts'

const MOST_ATTEMPTS = 3

/**
 * Executes a run that this process holds, from where its last finished step left it, and ends it. Answers with null
 * when the run was taken over meanwhile: then nothing of this execution was written.
 */
export async function executeRun(
  ctx: OrgContext,
  run: HeldRun,
  host: RunHost,
  fresh?: RunBeginning,
): Promise<RunOutcome | null> {
  using live = enterRun(ctx, run, host.stoppedBy)
  const costs: RunCost[] = run.costs
  const logs: StepLog[] = []
  let outcome: RunOutcome
  try {
    if (run.cancel_requested) throw new RunCancelled('The run was stopped')
    if (run.attempts > MOST_ATTEMPTS) {
      throw new RunFailure('GAVE_UP', `The work was interrupted ${MOST_ATTEMPTS} times and is not tried again`)
    }
    const progress = fresh ? beginningOf(fresh) : await readProgress(ctx, run)
    const walk = { ctx, run, host, signal: live.signal, costs, logs, progress }
    const output = await traced('run', { run_id: run.id, attempt: run.attempts }, () => walkFlow(walk))
    outcome = { status: 'completed', output }
  } catch (error) {
    if (error instanceof LeaseLost) return null
    outcome = outcomeOf(ctx, error)
    const isLogged = logs.some(({ status }) => status === 'in_progress')
    if (run.attempts > 1 && !isLogged) logs.push(...(await readOpenStep(ctx, run.id)))
    closeOpenStep(logs, error instanceof Error ? error.message : String(error), ctx.now())
  }

  const finished = await host.finish(ctx, runEnd(run, outcome, logs, costs, ctx.now()), outcome)
  return finished ? outcome : null
}

import type { Flow } from '#contracts/flows.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type RunEnd, runEnd } from './finish-run.ts'
import type { StepLog } from './log/log-steps.ts'
import { closeOpenStep } from './log/open-step.ts'
import { beginningOf } from './read-progress.ts'
import { quiet } from './run-host.ts'
import type { RunOutcome } from './run-outcome.ts'
import { type PreparedRun, type RunBeginning, rowOfPrepared } from './start-run.ts'
import { executors } from './steps/executors.ts'
import { outcomeOf, walkFlow } from './walk-flow.ts'

/** A flow that changes nothing outside can be executed before it is written, and is then written whole. */
export const hasNoEffects = ({ steps }: Flow): boolean =>
  Object.values(steps).every(({ type }) => !executors[type].effects)

/** Executes a flow without effects; nothing is written. */
export async function executeInMemory(
  ctx: OrgContext,
  prepared: PreparedRun,
  beginning: RunBeginning,
): Promise<{ outcome: RunOutcome; end: RunEnd }> {
  const run = rowOfPrepared(prepared)
  const logs: StepLog[] = []
  let outcome: RunOutcome
  try {
    const signal = new AbortController().signal
    const progress = beginningOf(beginning)
    const output = await walkFlow({ ctx, run, host: quiet, signal, costs: [], logs, progress })
    outcome = { status: 'completed', output }
  } catch (error) {
    outcome = outcomeOf(ctx, error)
    closeOpenStep(logs, outcome.status === 'failed' ? outcome.error : 'stopped', ctx.now())
  }
  return { outcome, end: runEnd(run, outcome, logs, [], ctx.now()) }
}

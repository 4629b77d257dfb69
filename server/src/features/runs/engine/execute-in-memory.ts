import type { Flow } from '#contracts/flows.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type RunEnd, runEnd } from '../finish-run.ts'
import type { StepLog } from '../log/log-steps.ts'
import { closeOpenSteps } from '../log/open-step.ts'
import { quiet } from '../run-host.ts'
import { RunFailure, type RunOutcome, TooLargeForOneWrite } from '../run-outcome.ts'
import { type PreparedRun, type RunBeginning, rowOfPrepared } from '../start-run.ts'
import { cursorAt } from './cursor.ts'
import { executeFlow } from './execute-flow.ts'
import { outcomeOf } from './fail-step.ts'
import { speakerOf } from './speaker.ts'

/** A flow that changes nothing outside, and at once, can be executed before it is written, and is then written whole. */
export const hasNoEffects = (ctx: Context, { steps }: Flow): boolean =>
  Object.values(steps).every(({ type, retry }) => {
    const known = ctx.ports.steps.get(type)
    return known?.effects === false && !known.takesLong && retry === undefined
  })

/** Executes a flow without effects; nothing is written. Null where it is too much for that: then it is executed as any other. */
export async function executeInMemory(
  ctx: OrgContext,
  prepared: PreparedRun,
  { flow, starting_step_id, input, depth, is_test = false }: RunBeginning,
): Promise<{ outcome: RunOutcome; end: RunEnd } | null> {
  const run = rowOfPrepared(prepared)
  const logs: StepLog[] = []
  const { signal } = new AbortController()
  const execution = {
    ctx,
    run,
    host: quiet,
    speaker: speakerOf(() => undefined),
    signal,
    costs: [],
    logs,
    seq: { last: 0 },
    suspensions: new Map(),
    isWritten: false,
    resumedAfter: 0,
    mayHaveBegun: false,
    files: [],
    sender_name: null,
    depth,
    nesting: 0,
    is_quiet: false,
    deadline: null,
    is_test,
    is_debug_mode: false,
  }
  let outcome: RunOutcome
  try {
    const executed = await executeFlow(execution, flow, input, cursorAt('', starting_step_id))
    if (executed === 'suspended') throw new RunFailure('BROKEN_FLOW', 'A step that waits has effects')
    outcome = { status: 'completed', output: executed.output, result: executed.result }
  } catch (error) {
    if (error instanceof TooLargeForOneWrite) return null
    outcome = outcomeOf(ctx, error)
    closeOpenSteps(logs, outcome.status === 'failed' ? outcome.error : 'stopped', ctx.now())
  }
  return { outcome, end: runEnd(run, outcome, logs, [], ctx.now()) }
}

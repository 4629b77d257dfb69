import type { Flow } from '#contracts/flows.ts'
import type { OrgContext } from '../organizations/context.ts'
import { withDefaults } from '../workflows/declared-inputs.ts'
import { hasNoEffects } from './engine/execute-in-memory.ts'
import { runInMemory } from './engine/run-in-memory.ts'
import { executeRun } from './execute-run.ts'
import { continueDetachedRun, type RunKind } from './jobs.ts'
import { quietHost, type RunHost } from './run-host.ts'
import type { Executed } from './run-outcome.ts'
import { type NewRun, queueRun, type RunBeginning, type RunInput, startAwaitedRun, startRun } from './start-run.ts'
import type { LeasedRun } from './table.ts'

export type RunFlow = {
  flow: Flow
  starting_step_id: string
  input: RunInput
  workflow_id?: string
  trigger_id?: string
  /** The channel that the log shows, such as the kind of trigger. */
  channel?: string
  /** The teammate in whose name it runs. */
  employee_id?: string
  is_test?: boolean
  /** The signed-in person who started it. */
  user_id?: string
  is_async?: boolean
  /** What continues with it when it waited or its process died, and by what right it was asked for; by default nobody asks for one. */
  goes_on?: { job: RunKind; asked_by: string }
  /** For a flow of one step: what is known of a teammate does not stay true for long. */
  briefing?: RunHost['briefing']
}

/** `is_at_once` where it was over before it was written, so that it made no files and did nothing outside. */
export type Begun = { run: LeasedRun; outcome: Promise<Executed>; is_at_once: boolean }

/** Runs a flow that belongs to no conversation. */
export async function runFlow(ctx: OrgContext, given: RunFlow): Promise<Begun> {
  const detached = detachedRun(ctx, given)
  if (!detached.is_async && hasNoEffects(ctx, given.flow)) {
    const ended = await runInMemory(ctx, detached)
    if (ended) return { run: ended.run, outcome: Promise.resolve(ended.outcome), is_at_once: true }
  }
  const run = await (detached.is_async ? startRun : startAwaitedRun)(ctx, detached)
  const host = { ...quietHost, ...(given.briefing && { briefing: given.briefing }) }
  const outcome = run.status === 'running' ? executeRun(ctx, run, host, detached.beginning) : Promise.resolve(null)
  outcome.catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be ended'))
  return { run, outcome, is_at_once: false }
}

/** Leaves it to the queue, so that it begins only when the transaction in which this is called has committed. */
export const queueFlow = (ctx: OrgContext, given: RunFlow): Promise<LeasedRun> => queueRun(ctx, detachedRun(ctx, given))

function detachedRun(
  ctx: OrgContext,
  {
    flow,
    starting_step_id,
    input,
    workflow_id,
    trigger_id,
    channel,
    employee_id,
    is_test,
    user_id,
    is_async = true,
    goes_on,
  }: RunFlow,
): NewRun {
  const beginning: RunBeginning = {
    flow,
    starting_step_id,
    input: withDefaults(flow, input),
    depth: 0,
    is_debug_mode: ctx.organization.is_debug_mode,
    ...(is_test && { is_test }),
    ...(goes_on && { asked_by: goes_on.asked_by }),
  }
  return {
    organization_id: ctx.organization.id,
    workflow_id: workflow_id ?? null,
    trigger_id: trigger_id ?? null,
    employee_id: employee_id ?? null,
    conversation_id: null,
    contact_id: null,
    user_id: user_id ?? null,
    parent_run_id: null,
    channel: channel ?? null,
    message_id: null,
    assistant_message_id: null,
    is_async,
    epoch: 0,
    job: goes_on?.job ?? continueDetachedRun,
    beginning,
  }
}

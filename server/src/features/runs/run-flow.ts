import type { Flow } from '#contracts/flows.ts'
import type { OrgContext } from '../organizations/context.ts'
import { quietHost } from './continue-run.ts'
import { executeRun } from './execute-run.ts'
import { continueDetachedRun } from './jobs.ts'
import type { Executed } from './run-outcome.ts'
import { type RunBeginning, type RunInput, startRun } from './start-run.ts'
import type { HeldRun } from './table.ts'

export type RunFlow = {
  flow: Flow
  starting_step_id: string
  input: RunInput
  /** The signed-in person who started it. */
  user_id?: string
  is_async?: boolean
}

/** Runs a flow that belongs to no conversation and to no teammate. */
export async function runFlow(
  ctx: OrgContext,
  { flow, starting_step_id, input, user_id, is_async = true }: RunFlow,
): Promise<{ run: HeldRun; outcome: Promise<Executed> }> {
  const beginning: RunBeginning = {
    flow,
    starting_step_id,
    input,
    depth: 0,
    is_debug_mode: ctx.organization.is_debug_mode,
  }
  const run = await startRun(ctx, {
    organization_id: ctx.organization.id,
    employee_id: null,
    conversation_id: null,
    contact_id: null,
    user_id: user_id ?? null,
    parent_run_id: null,
    channel: null,
    message_id: null,
    assistant_message_id: null,
    is_async,
    epoch: 0,
    job: continueDetachedRun,
    beginning,
  })
  const outcome = run.status === 'running' ? executeRun(ctx, run, quietHost, beginning) : Promise.resolve(null)
  outcome.catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be ended'))
  return { run, outcome }
}

import type { Flow } from '#contracts/flows.ts'
import type { RunWorkflow } from '#contracts/triggers.ts'
import { validationError } from '#platform/http/errors.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { runFlow } from '../../runs/run-flow.ts'
import type { LeasedRun } from '../../runs/table.ts'
import { findWorkflow, requireRunnable, requireValid } from '../../workflows/access.ts'
import { inputProblems } from '../../workflows/declared-inputs.ts'
import { inputOf } from '../run-input.ts'

/** Starts a workflow, or a flow that is not saved yet in its place, for the person who asks. */
export async function runByHand(
  ctx: MemberContext,
  workflow_id: string,
  { input, is_test, flow, starting_step_id }: RunWorkflow,
): Promise<LeasedRun> {
  const workflow = await findWorkflow(ctx, workflow_id)
  const chosen = flow
    ? await unsaved(ctx, { flow, starting_step_id: starting_step_id ?? workflow.starting_step_id, workflow_id })
    : await requireRunnable(ctx, workflow)
  const problems = inputProblems(chosen.flow, input)
  if (problems.length > 0) {
    throw validationError(problems.map(({ path, message }) => ({ path: `input.${path}`, message })))
  }
  const { run } = await runFlow(ctx, {
    flow: chosen.flow,
    starting_step_id: chosen.starting_step_id,
    input: inputOf(input),
    workflow_id,
    is_test,
    user_id: ctx.user.id,
  })
  return run
}

type Unsaved = { flow: Flow; starting_step_id: string | null; workflow_id: string }

async function unsaved(ctx: MemberContext, { flow, starting_step_id, workflow_id }: Unsaved) {
  await requireValid(ctx, { flow, starting_step_id, workflow_id })
  if (starting_step_id === null) throw new Error('A flow without a first step was found to be sound')
  return { flow, starting_step_id }
}

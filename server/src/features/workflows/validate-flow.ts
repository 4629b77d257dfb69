import type { Flow } from '#contracts/flows.ts'
import type { OrgContext } from '../organizations/context.ts'
import { checkFlow } from './check/check-flow.ts'
import type { WorkflowRow } from './table.ts'

type Given = { flow: Flow | null; starting_step_id: string | null; workflow_id: string | null }

/** A flow as it is kept, with what is wrong with it now. */
export async function validateFlow(
  ctx: OrgContext,
  { flow, starting_step_id, workflow_id }: Given,
): Promise<Pick<WorkflowRow, 'flow' | 'starting_step_id' | 'step_count' | 'problems' | 'is_draft'>> {
  const { problems } = flow ? await checkFlow(ctx, { flow, starting_step_id, workflow_id }) : { problems: [] }
  return {
    flow,
    starting_step_id,
    step_count: flow ? Object.keys(flow.steps).length : 0,
    problems,
    is_draft: flow === null || problems.length > 0,
  }
}

import type { CreateWorkflow } from '#contracts/workflows.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import { subjectOf, workflowCreated } from './audit-actions.ts'
import * as events from './events.ts'
import { presentListed } from './present.ts'
import { reserveWorkflowSlot } from './reserve-workflow-slot.ts'
import { saveVersion } from './save-version.ts'
import { type WorkflowRow, workflows } from './table.ts'
import { validateFlow } from './validate-flow.ts'

export async function createWorkflow(
  ctx: OrgContext,
  { name, description = '', flow = null, starting_step_id = null }: CreateWorkflow,
): Promise<WorkflowRow> {
  const id = newId()
  // It looks up what each step names, which may take long: nobody waits for it.
  const judged = await validateFlow(ctx, { flow, starting_step_id, workflow_id: id })
  return ctx.transaction(async (ctx) => {
    await reserveWorkflowSlot(ctx)
    const now = ctx.now()
    const [row] = await ctx.db
      .insert(workflows)
      .values({
        id,
        organization_id: ctx.organization.id,
        name,
        description,
        ...judged,
        created_at: now,
        updated_at: now,
      })
      .returning()
    if (!row) throw new Error('The workflow was not written')
    await saveVersion(ctx, row)
    await ctx.record(workflowCreated, { subject: subjectOf(row) })
    await ctx.emit(events.workflowCreated, presentListed(row))
    return row
  })
}

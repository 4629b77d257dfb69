import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { deletedWorkflows, liveWorkflows, noSuchWorkflow } from './access.ts'
import { subjectOf, workflowDeleted, workflowRestored } from './audit-actions.ts'
import * as events from './events.ts'
import { presentListed } from './present.ts'
import { reserveWorkflowSlot } from './reserve-workflow-slot.ts'
import { type WorkflowRow, workflows } from './table.ts'
import { validateFlow } from './validate-flow.ts'

/** Runs that have begun continue with the flow they began with; nothing starts it any more. */
export function deleteWorkflow(ctx: OrgContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .update(workflows)
      .set({ deleted_at: ctx.now() })
      .where(and(liveWorkflows(ctx), eq(workflows.id, id)))
      .returning()
    if (!row) throw noSuchWorkflow()
    await ctx.record(workflowDeleted, { subject: subjectOf(row) })
    await ctx.emit(events.workflowDeleted, presentListed(row))
  })
}

/** What it refers to may be gone by now, so it is judged again. Its triggers are brought back with it, by `triggers`. */
export function restoreWorkflow(ctx: OrgContext, id: string): Promise<WorkflowRow> {
  return ctx.transaction(async (ctx) => {
    await reserveWorkflowSlot(ctx)
    const [before] = await ctx.db
      .select()
      .from(workflows)
      .where(and(deletedWorkflows(ctx), eq(workflows.id, id)))
      .for('no key update')
    if (!before) throw noSuchWorkflow()
    const judged = await validateFlow(ctx, { ...before, workflow_id: id })
    const [row] = await ctx.db
      .update(workflows)
      .set({ ...judged, deleted_at: null, updated_at: ctx.now() })
      .where(eq(workflows.id, id))
      .returning()
    if (!row) throw noSuchWorkflow()
    await ctx.record(workflowRestored, { subject: subjectOf(row) })
    await ctx.emit(events.workflowCreated, presentListed(row))
    return row
  })
}

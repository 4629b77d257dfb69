import { and, eq, inArray, lt } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { restoreWorkflow } from '../workflows/delete-workflow.ts'
import type { WorkflowRow } from '../workflows/table.ts'
import { triggersOf } from './access.ts'
import { nextTime } from './cron.ts'
import { triggerEvents, workflowTriggers } from './table.ts'

/** Waiting events of at most this age start runs after a restore; a run weeks after its event would surprise people. */
const MAX_AGE_MS = 86_400_000

/** Brings back a deleted workflow with what starts it. Times that passed meanwhile were not missed: nothing was to run then. */
export function restoreWithTriggers(ctx: OrgContext, id: string): Promise<WorkflowRow> {
  return ctx.transaction(async (ctx) => {
    const workflow = await restoreWorkflow(ctx, id)
    const now = ctx.now()
    const triggers = await triggersOf(ctx, workflow.id)
    for (const { id, cron, is_enabled } of triggers) {
      if (cron === null || !is_enabled) continue
      const next_at = nextTime(cron, now)
      await ctx.db.update(workflowTriggers).set({ next_at }).where(eq(workflowTriggers.id, id))
    }
    const ids = triggers.map(({ id }) => id)
    const isOld = lt(triggerEvents.created_at, new Date(now.getTime() - MAX_AGE_MS))
    await ctx.db.delete(triggerEvents).where(and(inArray(triggerEvents.trigger_id, ids), isOld))
    return workflow
  })
}

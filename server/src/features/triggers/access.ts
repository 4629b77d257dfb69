import { and, asc, eq, inArray, max } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { runs } from '../runs/table.ts'
import { type TriggerRow, workflowTriggers } from './table.ts'

export const noSuchTrigger = () => new AppError('not_found', 'Trigger not found')

export const triggersOf = (ctx: OrgContext, workflow_id: string): Promise<TriggerRow[]> =>
  ctx.db.select().from(workflowTriggers).where(isOf(ctx, workflow_id)).orderBy(asc(workflowTriggers.id))

export const isOf = ({ organization }: OrgContext, workflow_id: string) =>
  and(eq(workflowTriggers.organization_id, organization.id), eq(workflowTriggers.workflow_id, workflow_id))

/** When each of these triggers last started a run. */
export async function lastRunsOf(ctx: OrgContext, ids: string[]): Promise<Map<string | null, Date | null>> {
  const last = await ctx.db
    .select({ trigger_id: runs.trigger_id, at: max(runs.created_at) })
    .from(runs)
    .where(and(eq(runs.organization_id, ctx.organization.id), inArray(runs.trigger_id, ids)))
    .groupBy(runs.trigger_id)
  return new Map(last.map(({ trigger_id, at }) => [trigger_id, at]))
}

import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
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
export async function lastRunsOf(ctx: OrgContext, ids: string[]): Promise<Map<string, Date>> {
  // For each the last entry of its index: it may have started millions.
  const last = ctx.db
    .select({ at: runs.created_at })
    .from(runs)
    .where(and(eq(runs.organization_id, ctx.organization.id), eq(runs.trigger_id, workflowTriggers.id)))
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(1)
    .as('last')
  const rows = await ctx.db
    .select({ id: workflowTriggers.id, at: last.at })
    .from(workflowTriggers)
    .innerJoinLateral(last, sql`true`)
    .where(inArray(workflowTriggers.id, ids))
  return new Map(rows.map(({ id, at }) => [id, at]))
}

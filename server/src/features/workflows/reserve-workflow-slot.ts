import { count, sql } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { liveWorkflows } from './access.ts'
import { workflows } from './table.ts'

const MAX_WORKFLOWS = 1000

/** Room for one more until the transaction ends: those at once do not pass the limit together. */
export async function reserveWorkflowSlot(ctx: OrgContext): Promise<void> {
  const key = `workflows:${ctx.organization.id}`
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  const [has] = await ctx.db.select({ workflows: count() }).from(workflows).where(liveWorkflows(ctx))
  if (has && has.workflows >= MAX_WORKFLOWS) {
    const code = 'TOO_MANY_WORKFLOWS'
    throw new AppError('conflict', `An organization has ${MAX_WORKFLOWS} workflows at most`, { code })
  }
}

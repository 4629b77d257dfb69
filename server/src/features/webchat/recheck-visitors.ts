import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { organizations } from '../organizations/table.ts'
import { visitorsOutdated } from './events.ts'

/** Visitors of an inactive organization can neither write nor receive events. */
export async function recheckVisitors(ctx: Context): Promise<void> {
  const inactive = eq(organizations.status, 'inactive')
  const rows = await ctx.db.select({ id: organizations.id }).from(organizations).where(inactive)
  if (rows.length > 0) await ctx.emit(visitorsOutdated, { organization_ids: rows.map(({ id }) => id) })
}

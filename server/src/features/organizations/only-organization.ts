import type { Context } from '#platform/context.ts'
import { type OrganizationRow, organizations } from './table.ts'

/** The organization of a deployment that has one; null where there is none, or more than one. */
export async function findOnlyOrganization(ctx: Context): Promise<OrganizationRow | null> {
  const [only = null, ...others] = await ctx.db.select().from(organizations).limit(2)
  return others.length === 0 ? only : null
}

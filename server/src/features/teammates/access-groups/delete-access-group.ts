import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { teammateAccessChanged } from '../events.ts'
import { findAccessGroup, noSuchGroup } from './access.ts'
import { accessGroups } from './table.ts'

export function deleteAccessGroup(ctx: OrgContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const { user_ids } = await findAccessGroup(ctx, id)
    const [gone] = await ctx.db
      .delete(accessGroups)
      .where(and(eq(accessGroups.organization_id, ctx.organization.id), eq(accessGroups.id, id)))
      .returning()
    if (!gone) throw noSuchGroup()
    if (user_ids.length > 0) await ctx.emit(teammateAccessChanged, { user_ids })
  })
}

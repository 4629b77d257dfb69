import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { reportAccessLost } from '../../organizations/members/report-access-lost.ts'
import { findAccessGroup, noSuchGroup } from './access.ts'
import { groupDeleted } from './audit-actions.ts'
import { accessGroups } from './table.ts'
import { subjectOf } from './update-access-group.ts'

export function deleteAccessGroup(ctx: OrgContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const before = await findAccessGroup(ctx, id)
    const { user_ids } = before
    const [gone] = await ctx.db
      .delete(accessGroups)
      .where(and(eq(accessGroups.organization_id, ctx.organization.id), eq(accessGroups.id, id)))
      .returning()
    if (!gone) throw noSuchGroup()
    await ctx.record(groupDeleted, { subject: subjectOf(before), before })
    if (user_ids.length > 0) await reportAccessLost(ctx, user_ids)
  })
}

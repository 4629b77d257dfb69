import type { AccessGroup, CreateAccessGroup } from '#contracts/access-groups.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { groupCreated } from './audit-actions.ts'
import { accessGroups } from './table.ts'
import { subjectOf, writeAccessGroup } from './update-access-group.ts'

export function createAccessGroup(ctx: OrgContext, { name, ...members }: CreateAccessGroup): Promise<AccessGroup> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db.insert(accessGroups).values({ organization_id: ctx.organization.id, name }).returning()
    if (!row) throw new Error('The access group was not written')
    const { after } = await writeAccessGroup(ctx, row.id, members)
    await ctx.record(groupCreated, { subject: subjectOf(after), after })
    return after
  })
}

import { and, eq, inArray, isNull } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { memberships, organizations } from '../../organizations/table.ts'
import { findAccessGroup } from './access.ts'
import { accessGroups } from './table.ts'
import { updateAccessGroup } from './update-access-group.ts'

type Joining = { organization_id: string; user_id: string; access_group_ids: string[] }

/** Puts a new member into the access groups that their invite named; one that was deleted meanwhile is left out. */
export async function addToAccessGroups(outer: Context, { organization_id, user_id, access_group_ids }: Joining) {
  const [organization] = await outer.db.select().from(organizations).where(eq(organizations.id, organization_id))
  if (!organization) return
  await extendContext(outer, { organization }).transaction(async (ctx) => {
    // Someone may be removed again before this is done.
    const [membership] = await ctx.db
      .select({ user_id: memberships.user_id })
      .from(memberships)
      .where(
        and(
          eq(memberships.organization_id, organization_id),
          eq(memberships.user_id, user_id),
          isNull(memberships.removed_at),
        ),
      )
      .for('no key update')
    if (!membership) return
    const groups = await ctx.db
      .select({ id: accessGroups.id })
      .from(accessGroups)
      .where(and(eq(accessGroups.organization_id, organization_id), inArray(accessGroups.id, access_group_ids)))
      .orderBy(accessGroups.id)
      .for('update')
    for (const { id } of groups) {
      const { user_ids } = await findAccessGroup(ctx, id)
      if (!user_ids.includes(user_id)) await updateAccessGroup(ctx, id, { user_ids: [...user_ids, user_id] })
    }
  })
}

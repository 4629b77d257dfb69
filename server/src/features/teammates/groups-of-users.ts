import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { accessGroups, accessGroupUsers } from './access-groups/table.ts'

export type GroupOfUser = { id: string; name: string }

/** The access groups of each of these users, by name. */
export async function groupsOfUsers(ctx: OrgContext, user_ids: string[]): Promise<Map<string, GroupOfUser[]>> {
  const rows = await ctx.db
    .select({ user_id: accessGroupUsers.user_id, id: accessGroups.id, name: accessGroups.name })
    .from(accessGroupUsers)
    .innerJoin(
      accessGroups,
      and(
        eq(accessGroups.organization_id, accessGroupUsers.organization_id),
        eq(accessGroups.id, accessGroupUsers.access_group_id),
      ),
    )
    .where(and(eq(accessGroupUsers.organization_id, ctx.organization.id), inArray(accessGroupUsers.user_id, user_ids)))
    .orderBy(asc(accessGroups.name), asc(accessGroups.id))
  const groups = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...groups].map(([user_id, found]) => [user_id, found.map(({ id, name }) => ({ id, name }))]))
}

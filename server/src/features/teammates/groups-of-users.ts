import { and, eq, sql } from 'drizzle-orm'
import { isAny } from '#platform/db/is-any.ts'
import type { OrgContext } from '../organizations/context.ts'
import { accessGroups, accessGroupUsers } from './access-groups/table.ts'

type GroupOfUser = { id: string; name: string }

/** Gathered by the database: of a large organization there are many more pairs than people. */
const groups = sql<GroupOfUser[]>`json_agg(json_build_object('id', ${accessGroups.id}, 'name', ${accessGroups.name})
  order by ${accessGroups.name}, ${accessGroups.id})`

/** The access groups of each of these users, by name. */
export async function groupsOfUsers(ctx: OrgContext, user_ids: string[]): Promise<Map<string, GroupOfUser[]>> {
  const rows = await ctx.db
    .select({ user_id: accessGroupUsers.user_id, groups })
    .from(accessGroupUsers)
    .innerJoin(
      accessGroups,
      and(
        eq(accessGroups.organization_id, accessGroupUsers.organization_id),
        eq(accessGroups.id, accessGroupUsers.access_group_id),
      ),
    )
    .where(and(eq(accessGroupUsers.organization_id, ctx.organization.id), isAny(accessGroupUsers.user_id, user_ids)))
    .groupBy(accessGroupUsers.user_id)
  return new Map(rows.map((row) => [row.user_id, row.groups]))
}

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { AccessGroup } from '#contracts/access-groups.ts'
import { isAny } from '#platform/db/is-any.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { memberships } from '../../organizations/table.ts'
import { aiEmployees } from '../table.ts'
import { accessGroupEmployees, accessGroups, accessGroupUsers } from './table.ts'

export const noSuchGroup = () => new AppError('not_found', 'Access group not found')

type Named = Pick<AccessGroup, 'id' | 'name'>

const namesOf = ({ db, organization }: OrgContext) =>
  db
    .select({ id: accessGroups.id, name: accessGroups.name })
    .from(accessGroups)
    .where(eq(accessGroups.organization_id, organization.id))
    .orderBy(asc(accessGroups.name), asc(accessGroups.id))
    .$dynamic()

/** The access groups of the organization by name, each with its present users and teammates. */
export async function listAccessGroups(
  ctx: OrgContext,
  page: { page: number; limit: number },
): Promise<Page<AccessGroup>> {
  const found = await paginate(ctx.db, namesOf(ctx), page)
  return { ...found, data: await withMembers(ctx, found.data) }
}

export async function findAccessGroup(ctx: OrgContext, id: string): Promise<AccessGroup> {
  const named = await namesOf(ctx).where(
    and(eq(accessGroups.organization_id, ctx.organization.id), eq(accessGroups.id, id)),
  )
  const [group] = await withMembers(ctx, named)
  if (!group) throw noSuchGroup()
  return group
}

/** Reads the members of all groups of a page at once: asked for each group, the database looked through all members each time. */
async function withMembers(ctx: OrgContext, groups: Named[]): Promise<AccessGroup[]> {
  if (groups.length === 0) return []
  const ids = groups.map(({ id }) => id)
  const [users, employees] = [await usersOf(ctx, ids), await employeesOf(ctx, ids)]
  return groups.map(({ id, name }) => ({
    id,
    name,
    user_ids: users.get(id) ?? [],
    employee_ids: employees.get(id) ?? [],
  }))
}

type Members = Map<string, string[]>

async function usersOf({ db, organization }: OrgContext, ids: string[]): Promise<Members> {
  const rows = await db
    .select({
      id: accessGroupUsers.access_group_id,
      members: sql<string[]>`array_agg(${accessGroupUsers.user_id} order by ${accessGroupUsers.user_id})`,
    })
    .from(accessGroupUsers)
    .innerJoin(
      memberships,
      and(
        eq(memberships.organization_id, accessGroupUsers.organization_id),
        eq(memberships.user_id, accessGroupUsers.user_id),
        isNull(memberships.removed_at),
      ),
    )
    .where(and(eq(accessGroupUsers.organization_id, organization.id), isAny(accessGroupUsers.access_group_id, ids)))
    .groupBy(accessGroupUsers.access_group_id)
  return new Map(rows.map(({ id, members }) => [id, members]))
}

async function employeesOf({ db, organization }: OrgContext, ids: string[]): Promise<Members> {
  const { organization_id, access_group_id, employee_id } = accessGroupEmployees
  const rows = await db
    .select({ id: access_group_id, members: sql<string[]>`array_agg(${employee_id} order by ${employee_id})` })
    .from(accessGroupEmployees)
    .innerJoin(
      aiEmployees,
      and(
        eq(aiEmployees.organization_id, organization_id),
        eq(aiEmployees.id, employee_id),
        isNull(aiEmployees.deleted_at),
      ),
    )
    .where(and(eq(organization_id, organization.id), isAny(access_group_id, ids)))
    .groupBy(access_group_id)
  return new Map(rows.map(({ id, members }) => [id, members]))
}

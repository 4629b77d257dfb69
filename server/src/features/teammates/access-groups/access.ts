import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { AccessGroup } from '#contracts/access-groups.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { memberships } from '../../organizations/table.ts'
import { aiEmployees } from '../table.ts'
import { accessGroupEmployees, accessGroups, accessGroupUsers } from './table.ts'

export const noSuchGroup = () => new AppError('not_found', 'Access group not found')

/** The access groups of the organization by name, each with its present users and teammates. */
export function accessGroupsOf({ db, organization }: OrgContext) {
  const users = db
    .select({ user_id: accessGroupUsers.user_id })
    .from(accessGroupUsers)
    .innerJoin(
      memberships,
      and(
        eq(memberships.organization_id, accessGroupUsers.organization_id),
        eq(memberships.user_id, accessGroupUsers.user_id),
        isNull(memberships.removed_at),
      ),
    )
    .where(
      and(
        eq(accessGroupUsers.organization_id, accessGroups.organization_id),
        eq(accessGroupUsers.access_group_id, accessGroups.id),
      ),
    )
    .orderBy(asc(accessGroupUsers.user_id))
  const employees = db
    .select({ employee_id: accessGroupEmployees.employee_id })
    .from(accessGroupEmployees)
    .innerJoin(
      aiEmployees,
      and(
        eq(aiEmployees.organization_id, accessGroupEmployees.organization_id),
        eq(aiEmployees.id, accessGroupEmployees.employee_id),
        isNull(aiEmployees.deleted_at),
      ),
    )
    .where(
      and(
        eq(accessGroupEmployees.organization_id, accessGroups.organization_id),
        eq(accessGroupEmployees.access_group_id, accessGroups.id),
      ),
    )
    .orderBy(asc(accessGroupEmployees.employee_id))
  return db
    .select({
      id: accessGroups.id,
      name: accessGroups.name,
      user_ids: sql<string[]>`array(${users})`.as('user_ids'),
      employee_ids: sql<string[]>`array(${employees})`.as('employee_ids'),
    })
    .from(accessGroups)
    .where(eq(accessGroups.organization_id, organization.id))
    .orderBy(asc(accessGroups.name), asc(accessGroups.id))
    .$dynamic()
}

export async function findAccessGroup(ctx: OrgContext, id: string): Promise<AccessGroup> {
  const [group] = await accessGroupsOf(ctx).where(
    and(eq(accessGroups.organization_id, ctx.organization.id), eq(accessGroups.id, id)),
  )
  if (!group) throw noSuchGroup()
  return group
}

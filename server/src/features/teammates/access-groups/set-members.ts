import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import { validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { memberships } from '../../organizations/table.ts'
import { aiEmployees } from '../table.ts'
import { accessGroupEmployees, accessGroupUsers } from './table.ts'

/** Makes these the users of a group. Removed members stay as they were, for the day they come back. */
export async function setUsers(ctx: OrgContext, access_group_id: string, user_ids: string[]): Promise<void> {
  const organization_id = ctx.organization.id
  const present = ctx.db
    .select({ user_id: memberships.user_id })
    .from(memberships)
    .where(and(eq(memberships.organization_id, organization_id), isNull(memberships.removed_at)))
    .as('present')
  const known = await ctx.db.select().from(present).where(inArray(present.user_id, user_ids))
  if (known.length !== user_ids.length) {
    throw validationError([{ path: 'user_ids', message: 'A user is not a member of the organization' }])
  }
  await ctx.db
    .delete(accessGroupUsers)
    .where(
      and(
        eq(accessGroupUsers.organization_id, organization_id),
        eq(accessGroupUsers.access_group_id, access_group_id),
        notInArray(accessGroupUsers.user_id, user_ids),
        inArray(accessGroupUsers.user_id, ctx.db.select().from(present)),
      ),
    )
  if (user_ids.length === 0) return
  await ctx.db
    .insert(accessGroupUsers)
    .values(user_ids.map((user_id) => ({ organization_id, access_group_id, user_id })))
    .onConflictDoNothing()
}

/** Makes these the teammates of a group. Teammates in the trash stay as they were, for the day they come back. */
export async function setTeammates(ctx: OrgContext, access_group_id: string, employee_ids: string[]): Promise<void> {
  const organization_id = ctx.organization.id
  const present = ctx.db
    .select({ employee_id: aiEmployees.id })
    .from(aiEmployees)
    .where(
      and(
        eq(aiEmployees.organization_id, organization_id),
        isNull(aiEmployees.deleted_at),
        isNull(aiEmployees.owned_by_user_id),
      ),
    )
    .as('present')
  const known = await ctx.db.select().from(present).where(inArray(present.employee_id, employee_ids))
  if (known.length !== employee_ids.length) {
    throw validationError([{ path: 'employee_ids', message: 'There is no such teammate in the organization' }])
  }
  await ctx.db
    .delete(accessGroupEmployees)
    .where(
      and(
        eq(accessGroupEmployees.organization_id, organization_id),
        eq(accessGroupEmployees.access_group_id, access_group_id),
        notInArray(accessGroupEmployees.employee_id, employee_ids),
        inArray(accessGroupEmployees.employee_id, ctx.db.select().from(present)),
      ),
    )
  if (employee_ids.length === 0) return
  await ctx.db
    .insert(accessGroupEmployees)
    .values(employee_ids.map((employee_id) => ({ organization_id, access_group_id, employee_id })))
    .onConflictDoNothing()
}

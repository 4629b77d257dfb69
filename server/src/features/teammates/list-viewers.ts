import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { isAny } from '#platform/db/is-any.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import type { OrgContext } from '../organizations/context.ts'
import { memberships } from '../organizations/table.ts'
import { type UserRow, users } from '../users/table.ts'
import { visibleTeammates } from './access.ts'
import { aiEmployees } from './table.ts'

/** The people of the organization who see a teammate, by name. */
export async function listViewers(
  ctx: OrgContext,
  employee_id: string,
  page: { page: number; limit: number },
): Promise<Page<UserRow>> {
  const listed = viewersOf(ctx, employee_id)
    .orderBy(asc(sql`lower(coalesce(nullif(trim(${users.name}), ''), ${users.email}))`), asc(users.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return { ...found, data: found.data.map(({ user }) => user) }
}

/** The people of the list who see the teammate. */
export async function findViewers(ctx: OrgContext, employee_id: string, user_ids: string[]): Promise<UserRow[]> {
  if (user_ids.length === 0) return []
  const found = await viewersOf(ctx, employee_id, user_ids)
  return found.map(({ user }) => user)
}

function viewersOf({ db, organization }: OrgContext, employee_id: string, user_ids?: string[]) {
  const viewer = { organization, user: { id: memberships.user_id } }
  const isMember = eq(memberships.role, 'member')
  return db
    .select({ user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, employee_id))
    .where(
      and(
        eq(memberships.organization_id, organization.id),
        isNull(memberships.removed_at),
        user_ids && isAny(memberships.user_id, user_ids),
        or(
          and(isMember, visibleTeammates({ ...viewer, role: 'member' })),
          and(ne(memberships.role, 'member'), visibleTeammates({ ...viewer, role: 'admin' })),
        ),
      ),
    )
}

import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { isAny } from '#platform/db/is-any.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { idsInOrder, readInPages } from '#platform/db/read-in-pages.ts'
import type { OrgContext } from '../organizations/context.ts'
import { memberships } from '../organizations/table.ts'
import { type UserRow, users } from '../users/table.ts'
import { visibleTeammates } from './access.ts'
import { aiEmployees } from './table.ts'

const byName = [asc(sql`lower(coalesce(nullif(trim(${users.name}), ''), ${users.email}))`), asc(users.id)]

/** The people of the organization who see a teammate, by name. */
export async function listViewers(
  ctx: OrgContext,
  employee_id: string,
  page: { page: number; limit: number },
): Promise<Page<UserRow>> {
  const listed = viewersOf(ctx, employee_id)
    .orderBy(...byName)
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return { ...found, data: found.data.map(({ user }) => user) }
}

/** The same of all people, page by page. */
export async function* listAllViewers(ctx: OrgContext, employee_id: string): AsyncGenerator<UserRow[]> {
  const pages = readInPages({
    first: (limit) =>
      viewersOf(ctx, employee_id)
        .orderBy(...byName)
        .limit(limit),
    ids: () =>
      ctx.db
        .select({ ids: idsInOrder(users.id, ...byName) })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.user_id))
        .innerJoin(aiEmployees, eq(aiEmployees.id, employee_id))
        .where(sees(ctx)),
    byIds: (ids) => viewersOf(ctx, employee_id, ids),
    idOf: ({ user }) => user.id,
  })
  for await (const page of pages) yield page.map(({ user }) => user)
}

/** The people of the list who see the teammate. */
export async function findViewers(ctx: OrgContext, employee_id: string, user_ids: string[]): Promise<UserRow[]> {
  if (user_ids.length === 0) return []
  const found = await viewersOf(ctx, employee_id, user_ids)
  return found.map(({ user }) => user)
}

const viewersOf = (ctx: OrgContext, employee_id: string, user_ids?: string[]) =>
  ctx.db
    .select({ user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, employee_id))
    .where(and(sees(ctx), user_ids && isAny(memberships.user_id, user_ids)))

/** Whether the person of a membership sees the teammate that is joined to it. */
function sees({ organization }: OrgContext): SQL | undefined {
  const viewer = { organization, user: { id: memberships.user_id } }
  return and(
    eq(memberships.organization_id, organization.id),
    isNull(memberships.removed_at),
    or(
      and(eq(memberships.role, 'member'), visibleTeammates({ ...viewer, role: 'member' })),
      and(ne(memberships.role, 'member'), visibleTeammates({ ...viewer, role: 'admin' })),
    ),
  )
}

import { and, asc, eq, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { Person } from '#contracts/staff.ts'
import { isAny } from '#platform/db/is-any.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { idsInOrder, readInPages } from '#platform/db/read-in-pages.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { type MemberRow, noSuchMember, presentMember } from '../organizations/present.ts'
import { memberships } from '../organizations/table.ts'
import { groupsOfUsers } from '../teammates/groups-of-users.ts'
import { SESSION_MS } from '../users/find-session.ts'
import { sessions, users } from '../users/table.ts'

const byName = [asc(sql`lower(coalesce(nullif(trim(${users.name}), ''), ${users.email}))`), asc(users.id)]

/** Everyone in the organization now. */
const membersOf = ({ db, organization }: MemberContext, among?: SQL) =>
  db
    .select({ membership: memberships, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(present(organization), among))
    .$dynamic()

const present = ({ id }: { id: string }) => and(eq(memberships.organization_id, id), isNull(memberships.removed_at))

export async function listPeople(ctx: MemberContext, page: { page: number; limit: number }): Promise<Page<Person>> {
  const found = await paginate(ctx.db, membersOf(ctx).orderBy(...byName), page)
  return { ...found, data: await describePeople(ctx, found.data) }
}

/** The same of all people, page by page. */
export async function* listEverybody(ctx: MemberContext): AsyncGenerator<Person[]> {
  const pages = readInPages({
    first: (limit) =>
      membersOf(ctx)
        .orderBy(...byName)
        .limit(limit),
    ids: () =>
      ctx.db
        .select({ ids: idsInOrder(users.id, ...byName) })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.user_id))
        .where(present(ctx.organization)),
    byIds: (ids) => membersOf(ctx, isAny(memberships.user_id, ids)),
    idOf: ({ user }) => user.id,
  })
  for await (const page of pages) yield await describePeople(ctx, page)
}

export async function findPerson(ctx: MemberContext, user_id: string): Promise<Person> {
  const found = await membersOf(ctx, eq(users.id, user_id))
  const [person] = await describePeople(ctx, found)
  if (!person) throw noSuchMember()
  return person
}

/** Groups and the time of the last visit are for owners, admins and the person alone. */
async function describePeople(ctx: MemberContext, found: MemberRow[]): Promise<Person[]> {
  const isOpen = (id: string) => isAdmin(ctx.role) || id === ctx.user.id
  const ids = found.map(({ user }) => user.id).filter(isOpen)
  const [groups, visits] = [await groupsOfUsers(ctx, ids), await lastVisitsOf(ctx, ids)]
  return found.map((row) => ({
    ...presentMember(row),
    groups: isOpen(row.user.id) ? (groups.get(row.user.id) ?? []) : null,
    last_seen_at: visits.get(row.user.id)?.toISOString() ?? null,
  }))
}

async function lastVisitsOf(ctx: MemberContext, user_ids: string[]): Promise<Map<string, Date>> {
  const rows = await ctx.db
    .select({ user_id: sessions.user_id, last_end: max(sessions.expires_at) })
    .from(sessions)
    .where(isAny(sessions.user_id, user_ids))
    .groupBy(sessions.user_id)
  return new Map(
    rows.flatMap(({ user_id, last_end }) => (last_end ? [[user_id, new Date(last_end.getTime() - SESSION_MS)]] : [])),
  )
}

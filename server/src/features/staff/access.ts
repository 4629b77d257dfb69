import { and, asc, eq, isNull, max, sql } from 'drizzle-orm'
import type { Person } from '#contracts/staff.ts'
import { isAny } from '#platform/db/is-any.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { type MemberRow, noSuchMember, presentMember } from '../organizations/present.ts'
import { memberships } from '../organizations/table.ts'
import { groupsOfUsers } from '../teammates/groups-of-users.ts'
import { SESSION_MS } from '../users/find-session.ts'
import { sessions, users } from '../users/table.ts'

/** Everyone in the organization now, by name. */
const membersOf = ({ db, organization }: MemberContext) =>
  db
    .select({ membership: memberships, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(present(organization))
    .orderBy(asc(sql`lower(coalesce(nullif(trim(${users.name}), ''), ${users.email}))`), asc(users.id))
    .$dynamic()

const present = ({ id }: { id: string }) => and(eq(memberships.organization_id, id), isNull(memberships.removed_at))

export async function listPeople(ctx: MemberContext, page: { page: number; limit: number }): Promise<Page<Person>> {
  const found = await paginate(ctx.db, membersOf(ctx), page)
  return { ...found, data: await describePeople(ctx, found.data) }
}

export const listEverybody = async (ctx: MemberContext): Promise<Person[]> => describePeople(ctx, await membersOf(ctx))

export async function findPerson(ctx: MemberContext, user_id: string): Promise<Person> {
  const found = await membersOf(ctx).where(and(present(ctx.organization), eq(users.id, user_id)))
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

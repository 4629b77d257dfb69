import { and, asc, desc, eq, isNotNull, isNull, ne, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Role } from '#contracts/organizations.ts'
import type { Room } from '#platform/audience.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/database.ts'
import { definePage } from '#platform/db/paginate.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { AppError } from '#platform/error.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext, OrgContext } from '../organizations/context.ts'
import { organizationRoomsOf } from '../organizations/events.ts'
import { memberships } from '../organizations/table.ts'
import { type UserRow, users } from '../users/table.ts'
import { accessGroupEmployees, accessGroupUsers } from './access-groups/table.ts'
import { isHidden } from './hidden-teammates.ts'
import { aiEmployees, type TeammateRow } from './table.ts'

type Viewer = Pick<MemberContext, 'organization' | 'role'> & { readonly user: Pick<UserRow, 'id'> }

/** Ids as they are, as the placeholders of a prepared query, or as columns of another table in it. */
type Id = string | Placeholder | AnyPgColumn | SQL
type ViewerIds = { organization: { id: Id }; user: { id: Id }; role: Role }

export const noSuchTeammate = () => new AppError('not_found', 'Teammate not found')

/**
 * Who sees which teammate, for any query over `ai_employees`: owners and admins every regular one, members those of
 * their access groups, and everyone their own personal assistant, which nobody else sees. Deleted ones nobody sees.
 */
export function visibleTeammates(viewer: ViewerIds): SQL | undefined {
  const { organization, user, role } = viewer
  const regular = isNull(aiEmployees.owned_by_user_id)
  return and(
    eq(aiEmployees.organization_id, organization.id),
    isNull(aiEmployees.deleted_at),
    or(eq(aiEmployees.owned_by_user_id, user.id), isAdmin(role) ? regular : and(regular, isGrantedTo(viewer))),
  )
}

/** Whose conversations the inbox shows: those with a personal assistant are its owner's own, and nobody looks after them. */
export const attendedTeammates = (viewer: ViewerIds): SQL | undefined =>
  and(isNull(aiEmployees.owned_by_user_id), visibleTeammates(viewer))

/** Names the organization itself rather than the row's, so that the grants of others are never read. */
const isGrantedTo = ({ organization, user }: ViewerIds): SQL => sql`${aiEmployees.id} in (
  select ${accessGroupEmployees.employee_id} from ${accessGroupUsers}
  join ${accessGroupEmployees} on ${accessGroupEmployees.organization_id} = ${accessGroupUsers.organization_id}
    and ${accessGroupEmployees.access_group_id} = ${accessGroupUsers.access_group_id}
  where ${accessGroupUsers.organization_id} = ${organization.id} and ${accessGroupUsers.user_id} = ${user.id})`

/** The person for whom a prepared query is asked. */
export const anyViewer = {
  organization: { id: sql.placeholder('organization_id') },
  user: { id: sql.placeholder('user_id') },
}

const seenBy = (role: Role) => (db: Db) =>
  db
    .select()
    .from(aiEmployees)
    .where(visibleTeammates({ ...anyViewer, role }))
    .orderBy(desc(isNotNull(aiEmployees.owned_by_user_id)), desc(aiEmployees.id))
    .$dynamic()

const allTeammates = definePage('all_teammates', seenBy('admin'))
const grantedTeammates = definePage('granted_teammates', seenBy('member'))

/** A page of the teammates the caller sees: the own personal assistant first, then the newest. */
export function teammatesOf(ctx: Context & Viewer, page: { page: number; limit: number }) {
  const read = isAdmin(ctx.role) ? allTeammates : grantedTeammates
  return read(ctx.db, { organization_id: ctx.organization.id, user_id: ctx.user.id }, page)
}

const oneSeenBy = (role: Role, name: string) =>
  defineSharedRead((db) =>
    db
      .select()
      .from(aiEmployees)
      .where(and(eq(aiEmployees.id, sql.placeholder('id')), visibleTeammates({ ...anyViewer, role })))
      .prepare(name),
  )

const anyTeammate = oneSeenBy('admin', 'find_teammate')
const grantedTeammate = oneSeenBy('member', 'find_granted_teammate')

export async function findTeammate(ctx: Context & Viewer, id: string): Promise<TeammateRow> {
  const find = isAdmin(ctx.role) ? anyTeammate : grantedTeammate
  const [row] = await find(ctx.db, { organization_id: ctx.organization.id, user_id: ctx.user.id, id })
  if (!row) throw noSuchTeammate()
  return row
}

/** Owners and admins change what they see; only its owner sees and changes a personal assistant. */
export const canEditTeammate = ({ role }: Viewer, teammate: TeammateRow): boolean =>
  isAdmin(role) || teammate.owned_by_user_id !== null

export async function findEditableTeammate(ctx: Context & Viewer, id: string): Promise<TeammateRow> {
  const row = await findTeammate(ctx, id)
  if (!canEditTeammate(ctx, row)) throw new AppError('forbidden', 'You are not allowed to do this')
  return row
}

const ofOrganization = ({ organization }: Pick<OrgContext, 'organization'>) =>
  and(
    eq(aiEmployees.organization_id, organization.id),
    isNull(aiEmployees.deleted_at),
    isNull(aiEmployees.owned_by_user_id),
  )

/** Whether the organization employs anybody but personal assistants. */
export async function hasTeammates(ctx: OrgContext): Promise<boolean> {
  const [row] = await ctx.db.select({ id: aiEmployees.id }).from(aiEmployees).where(ofOrganization(ctx)).limit(1)
  return row !== undefined
}

/** For callers that are not a person, such as the private key: any teammate but the personal assistants. */
export async function findTeammateInOrganization(ctx: OrgContext, id: string): Promise<TeammateRow> {
  const [row] = await ctx.db
    .select()
    .from(aiEmployees)
    .where(and(eq(aiEmployees.id, id), ofOrganization(ctx)))
  if (!row) throw noSuchTeammate()
  return row
}

/** A teammate by its id; reads that come together are answered by one statement. */
const anyById = defineSharedRead((db) =>
  db
    .select()
    .from(aiEmployees)
    .where(
      and(
        eq(aiEmployees.id, sql.placeholder('id')),
        eq(aiEmployees.organization_id, sql.placeholder('organization_id')),
        isNull(aiEmployees.deleted_at),
      ),
    )
    .prepare('read_teammate'),
)

/** All teammates that run on behalf of the organization, personal assistants too: for work that was allowed when it was started. */
export async function readTeammate(ctx: OrgContext, id: string): Promise<TeammateRow> {
  const [row] = await anyById(ctx.db, { organization_id: ctx.organization.id, id })
  if (!row) throw noSuchTeammate()
  return row
}

async function findPerson({ db, organization }: OrgContext, user_id: string) {
  const [person] = await db
    .select({ user: users, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(
      and(
        eq(memberships.organization_id, organization.id),
        eq(memberships.user_id, user_id),
        isNull(memberships.removed_at),
      ),
    )
  return person ?? null
}

/**
 * The teammates that another one may ask: those that the person behind the run sees, or all where there is none. Never a
 * personal assistant, which may do what its person may: asking it would lend a teammate the person's rights.
 */
async function callableTeammates(ctx: OrgContext, user_id: string | null): Promise<SQL | undefined> {
  if (user_id === null) return ofOrganization(ctx)
  const person = await findPerson(ctx, user_id)
  if (!person) return sql`false`
  return and(visibleTeammates({ organization: ctx.organization, ...person }), isNull(aiEmployees.owned_by_user_id))
}

export async function findCallableTeammate(ctx: OrgContext, id: string, user_id: string | null): Promise<TeammateRow> {
  const [row] = await ctx.db
    .select()
    .from(aiEmployees)
    .where(and(eq(aiEmployees.id, id), await callableTeammates(ctx, user_id)))
  if (!row) throw noSuchTeammate()
  return row
}

/** A person of the organization who sees the teammate; null for anybody else. */
export async function findViewer(ctx: OrgContext, user_id: string, employee_id: string): Promise<UserRow | null> {
  const person = await findPerson(ctx, user_id)
  if (!person) return null
  const [seen] = await ctx.db
    .select({ id: aiEmployees.id })
    .from(aiEmployees)
    .where(and(eq(aiEmployees.id, employee_id), visibleTeammates({ organization: ctx.organization, ...person })))
  return seen ? person.user : null
}

/** By name; `limit` bounds what goes into a prompt. */
export async function listCallableTeammates(ctx: OrgContext, asking_id: string, user_id: string | null, limit: number) {
  return ctx.db
    .select({ id: aiEmployees.id, name: aiEmployees.name, role: aiEmployees.role })
    .from(aiEmployees)
    .where(and(ne(aiEmployees.id, asking_id), await callableTeammates(ctx, user_id)))
    .orderBy(asc(aiEmployees.name), asc(aiEmployees.id))
    .limit(limit)
}

/** Who answers on a web page that names no entry point: the first teammate whose channel is `Web Chat`. */
export async function findWebChatTeammate(ctx: OrgContext): Promise<TeammateRow | null> {
  const [row] = await ctx.db
    .select()
    .from(aiEmployees)
    .where(and(eq(aiEmployees.channel, 'Web Chat'), ofOrganization(ctx)))
    .orderBy(asc(aiEmployees.id))
    .limit(1)
  return row ?? null
}

type About = Pick<TeammateRow, 'id' | 'organization_id' | 'owned_by_user_id'>

/** The rooms that may be notified of a teammate; `roomsOfUser` lets exactly those in who may see it. */
export function teammateAudience({ id, organization_id, owned_by_user_id: owner_id }: About): Room[] {
  if (owner_id !== null) return [`member:${organization_id}:${owner_id}`]
  return [`teammate:${id}`, `all-teammates:${organization_id}`]
}

/** Who may be notified of what a teammate does: those who see it, and nobody once it was deleted. */
export const workAudience = (teammate: TeammateRow): Room[] => (isHidden(teammate) ? [] : teammateAudience(teammate))

/** What a teammate does for one person alone: that person receives it, as long as they see the teammate. */
export function personalAudience(teammate: TeammateRow, user_id: string): Room[] {
  const { id, organization_id, owned_by_user_id } = teammate
  if (isHidden(teammate)) return []
  if (owned_by_user_id !== null) return owned_by_user_id === user_id ? teammateAudience(teammate) : []
  return [`viewer:${id}:${user_id}`, `admin:${organization_id}:${user_id}`]
}

declare module '#platform/audience.ts' {
  interface RoomKinds {
    teammate: true
    /** All regular teammates of an organization, for those who see them all. */
    'all-teammates': true
    /** One person, as long as an access group shows them the teammate. */
    viewer: true
  }
}

/**
 * Every room that a user's memberships let in, in one round trip; admins are notified of all teammates without naming them.
 */
export async function roomsOfUser(ctx: Context, user_id: string): Promise<Room[]> {
  const member = { organization: { id: memberships.organization_id }, user: { id: memberships.user_id } }
  const rows = await ctx.db
    .select({ organization_id: memberships.organization_id, role: memberships.role, employee_id: aiEmployees.id })
    .from(memberships)
    .leftJoin(
      aiEmployees,
      and(
        eq(memberships.role, 'member'),
        visibleTeammates({ ...member, role: 'member' }),
        isNull(aiEmployees.owned_by_user_id),
      ),
    )
    .where(and(eq(memberships.user_id, user_id), isNull(memberships.removed_at)))
  const rooms = rows.flatMap(({ organization_id, role, employee_id }): Room[] => [
    ...organizationRoomsOf(organization_id, user_id, role),
    ...(isAdmin(role) ? [`all-teammates:${organization_id}` as const] : []),
    ...(employee_id ? [`teammate:${employee_id}` as const, `viewer:${employee_id}:${user_id}` as const] : []),
  ])
  return [...new Set(rooms)]
}

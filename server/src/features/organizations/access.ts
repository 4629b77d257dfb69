import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import { hashSecret } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { AppError } from '#platform/error.ts'
import { extendSession, sessionId } from '../users/find-session.ts'
import { sessions, users } from '../users/table.ts'
import type { OrgContext } from './context.ts'
import { memberships, type OrganizationRow, organizations } from './table.ts'

export const isAdmin = (role: Role): boolean => role !== 'member'

/** Nothing begins in an inactive organization (contract, "Errors"). */
export function requireActive({ status }: Pick<OrganizationRow, 'status'>): void {
  if (status === 'active') return
  throw new AppError('forbidden', 'The organization is inactive', { code: 'ORGANIZATION_INACTIVE' })
}

/** A session with its user and their membership, in one round trip, because every request of a page needs them. */
const bySession = defineSharedRead((db) =>
  db
    .select({ session: sessions, user: users, organization: organizations, role: memberships.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(
      memberships,
      and(
        eq(memberships.user_id, users.id),
        eq(memberships.organization_id, sql.placeholder('organization_id')),
        isNull(memberships.removed_at),
      ),
    )
    .leftJoin(organizations, eq(organizations.id, memberships.organization_id))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('find_member'),
)

/** Session, user and membership in one round trip; `organization` is null where the user does not belong. */
export async function findMember(ctx: Context, cookie: string, organization_id: string) {
  const [found] = await bySession(ctx.db, { id: sessionId(ctx, cookie), organization_id })
  if (!found || found.session.expires_at <= ctx.now()) return null
  await extendSession(ctx, found.session)
  return found
}

/** An organization by the hash of its private key. */
const byPrivateKey = defineSharedRead((db) =>
  db
    .select()
    .from(organizations)
    .where(eq(organizations.private_api_key_hash, sql.placeholder('hash')))
    .prepare('find_organization_by_private_key'),
)

export async function findOrganizationByPrivateKey(ctx: Context, key: string): Promise<OrganizationRow | null> {
  const [found] = await byPrivateKey(ctx.db, { hash: hashSecret(key) })
  return found ?? null
}

/** The organizations a user works in, oldest membership first. */
export function membershipsOf(ctx: Context, user_id: string) {
  return ctx.db
    .select({ organization: organizations, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organization_id))
    .where(and(eq(memberships.user_id, user_id), isNull(memberships.removed_at)))
    .orderBy(asc(memberships.created_at), asc(organizations.id))
}

/** The organization and this person's role in it as they are now, or null; for work that continues after their request. */
export async function readMembership(ctx: OrgContext, user_id: string) {
  const [found] = await ctx.db
    .select({ organization: organizations, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organization_id))
    .where(
      and(
        eq(memberships.organization_id, ctx.organization.id),
        eq(memberships.user_id, user_id),
        isNull(memberships.removed_at),
      ),
    )
  return found ?? null
}

export async function isAdminOf(ctx: OrgContext, user_id: string): Promise<boolean> {
  const found = await readMembership(ctx, user_id)
  return found !== null && isAdmin(found.role)
}

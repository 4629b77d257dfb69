import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import { AppError } from '#platform/error.ts'
import { users } from '../../users/table.ts'
import type { MemberContext } from '../context.ts'
import { type MemberRow, noSuchMember } from '../present.ts'
import { memberships } from '../table.ts'

type LockedMembers = { members: MemberRow[]; owners: string[]; role: Role }

/**
 * These members, removed ones too, locked until the transaction ends, together with all owners and the acting member. Everyone
 * locks in one order, so that of two owners who remove each other at once the second finds only one left. The caller's
 * role is read again, because it may have been taken from them while they waited.
 */
export async function lockMembers(ctx: MemberContext, ids: string[]): Promise<LockedMembers> {
  const isOwner = and(eq(memberships.role, 'owner'), isNull(memberships.removed_at))
  const locked = await ctx.db
    .select({ membership: memberships, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(
      and(
        eq(memberships.organization_id, ctx.organization.id),
        or(isOwner, inArray(memberships.user_id, [...ids, ctx.user.id])),
      ),
    )
    .orderBy(asc(memberships.user_id))
    .for('no key update', { of: memberships })
  const present = locked.filter(({ membership }) => membership.removed_at === null)
  const self = present.find(({ user }) => user.id === ctx.user.id)
  if (!self) throw new AppError('not_found', 'Not found')
  return {
    members: locked.filter(({ user }) => ids.includes(user.id)),
    owners: present.filter(({ membership }) => membership.role === 'owner').map(({ user }) => user.id),
    role: self.membership.role,
  }
}

/** The same for those who are in the organization now: all of them, or 404. */
export async function lockPresentMembers(ctx: MemberContext, ids: string[]): Promise<LockedMembers> {
  const locked = await lockMembers(ctx, ids)
  const members = locked.members.filter(({ membership }) => membership.removed_at === null)
  if (members.length !== ids.length) throw noSuchMember()
  return { ...locked, members }
}

/** Without an owner nobody could change roles any more. */
export function requireOwnerBeside(owners: string[], leaving: string[]): void {
  if (owners.some((id) => !leaving.includes(id))) return
  throw new AppError('conflict', 'An organization needs at least one owner. Make another person an owner first', {
    code: 'LAST_OWNER',
  })
}

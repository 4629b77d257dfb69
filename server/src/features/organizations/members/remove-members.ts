import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { isAdmin } from '../access.ts'
import { memberRemoved } from '../audit-actions.ts'
import type { MemberContext } from '../context.ts'
import { staffUserRemoved } from '../events.ts'
import { memberSubject, presentMember } from '../present.ts'
import { memberships } from '../table.ts'
import { lockPresentMembers, requireOwnerBeside } from './lock-members.ts'
import { reportAccessLost } from './report-access-lost.ts'

const notAllowed = () => new AppError('forbidden', 'You are not allowed to do this')

/** Everyone may leave; removing someone else is for owners and admins. */
export function removeMember(ctx: MemberContext, user_id: string): Promise<void> {
  if (user_id !== ctx.user.id && !isAdmin(ctx.role)) throw notAllowed()
  return remove(ctx, [user_id])
}

/** Leaving cannot be undone by the person who left, so nobody does it among others. */
export function removeMembers(ctx: MemberContext, ids: string[]): Promise<void> {
  if (ids.includes(ctx.user.id)) {
    throw new AppError('conflict', 'You cannot remove yourself together with others', {
      code: 'CANNOT_REMOVE_YOURSELF',
    })
  }
  return remove(ctx, ids)
}

/** All of them or none. The rows stay with role and groups, so that the removal can be undone. */
function remove(ctx: MemberContext, ids: string[]): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const { members, owners, role } = await lockPresentMembers(ctx, ids)
    const isLeaving = ids.every((id) => id === ctx.user.id)
    if (!isLeaving && !isAdmin(role)) throw notAllowed()
    if (members.some(({ membership }) => membership.role === 'owner')) {
      if (role !== 'owner') throw new AppError('forbidden', 'Only an owner can remove an owner')
      requireOwnerBeside(owners, ids)
    }
    await ctx.db
      .update(memberships)
      .set({ removed_at: ctx.now() })
      .where(and(eq(memberships.organization_id, ctx.organization.id), inArray(memberships.user_id, ids)))
    for (const member of members) {
      await ctx.record(memberRemoved, { subject: memberSubject(member), before: { role: member.membership.role } })
      await ctx.emit(staffUserRemoved, presentMember(member))
    }
    await reportAccessLost(ctx, ids)
  })
}

import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { accessChanged } from '../../users/events.ts'
import { isAdmin } from '../access.ts'
import { memberRestored } from '../audit-actions.ts'
import type { MemberContext } from '../context.ts'
import { staffUserAdded } from '../events.ts'
import { memberSubject, noSuchMember, presentMember } from '../present.ts'
import { memberships } from '../table.ts'
import { lockMembers } from './lock-members.ts'

/** Takes removed people back with role and groups, all of them or none. */
export function restoreMembers(ctx: MemberContext, ids: string[]): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const { members, role } = await lockMembers(ctx, ids)
    if (!isAdmin(role)) throw new AppError('forbidden', 'You are not allowed to do this')
    const removed = members.filter(({ membership }) => membership.removed_at !== null)
    if (removed.length !== ids.length) throw noSuchMember()
    if (role !== 'owner' && removed.some(({ membership }) => membership.role === 'owner')) {
      throw new AppError('forbidden', 'Only an owner can restore an owner')
    }
    await ctx.db
      .update(memberships)
      .set({ removed_at: null })
      .where(and(eq(memberships.organization_id, ctx.organization.id), inArray(memberships.user_id, ids)))
    for (const member of removed) {
      await ctx.record(memberRestored, { subject: memberSubject(member), after: { role: member.membership.role } })
      await ctx.emit(staffUserAdded, presentMember(member))
    }
    await ctx.emit(accessChanged, { user_ids: ids })
  })
}

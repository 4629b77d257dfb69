import { and, eq } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import { AppError } from '#platform/error.ts'
import { memberRoleChanged } from '../audit-actions.ts'
import type { MemberContext } from '../context.ts'
import { staffUserUpdated } from '../events.ts'
import { memberSubject, noSuchMember, presentMember } from '../present.ts'
import { memberships } from '../table.ts'
import { lockPresentMembers, requireOwnerBeside } from './lock-members.ts'
import { reportAccessLost } from './report-access-lost.ts'

/** Takes effect with the next request of the person, whose sockets are admitted again. */
export function changeRole(ctx: MemberContext, user_id: string, role: Role): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const locked = await lockPresentMembers(ctx, [user_id])
    if (locked.role !== 'owner') throw new AppError('forbidden', 'You are not allowed to do this')
    const [member] = locked.members
    if (!member) throw noSuchMember()
    const before = member.membership.role
    if (before === role) return
    if (before === 'owner') requireOwnerBeside(locked.owners, [user_id])
    await ctx.db
      .update(memberships)
      .set({ role })
      .where(and(eq(memberships.organization_id, ctx.organization.id), eq(memberships.user_id, user_id)))
    await ctx.record(memberRoleChanged, { subject: memberSubject(member), before: { role: before }, after: { role } })
    await ctx.emit(staffUserUpdated, { ...presentMember(member), role })
    await reportAccessLost(ctx, [user_id])
  })
}

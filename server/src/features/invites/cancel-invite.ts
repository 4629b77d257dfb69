import { eq } from 'drizzle-orm'
import type { MemberContext } from '../organizations/context.ts'
import { lockPendingInvite } from './access.ts'
import { announceInvite } from './announce-invite.ts'
import { inviteCancelled, subjectOf } from './audit-actions.ts'
import { organizationInvites } from './table.ts'

/** Its link stops working at once, and a mail that still waits is not sent. */
export function cancelInvite(ctx: MemberContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const invite = await lockPendingInvite(ctx, id)
    await ctx.db.update(organizationInvites).set({ status: 'Cancelled' }).where(eq(organizationInvites.id, id))
    await ctx.record(inviteCancelled, { subject: subjectOf(invite), before: { role: invite.role } })
    await announceInvite(ctx, id)
  })
}

import { eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../organizations/context.ts'
import { lockPendingInvite } from './access.ts'
import { inviteResent, subjectOf } from './audit-actions.ts'
import { inviteUpdated } from './events.ts'
import { enqueueMail, madeNow, mailQueued } from './make-invite.ts'
import { type FoundInvite, presentInvite } from './present.ts'
import { organizationInvites } from './table.ts'

/** Anyone who sends it again invites from now on, for another 14 days under the same link. */
export function resendInvite(ctx: MemberContext, id: string): Promise<FoundInvite> {
  return ctx.transaction(async (ctx) => {
    const { email } = await lockPendingInvite(ctx, id)
    if (email === null) {
      throw new AppError('conflict', 'An invite by link is not mailed', { code: 'INVITE_BY_LINK' })
    }
    const [invite] = await ctx.db
      .update(organizationInvites)
      .set({ ...madeNow(ctx), ...mailQueued() })
      .where(eq(organizationInvites.id, id))
      .returning()
    if (!invite) throw new Error('The invite was not written')
    const found = { invite, inviter: { role: ctx.role }, inviting: ctx.user }
    await ctx.record(inviteResent, { subject: subjectOf(invite) })
    await ctx.emit(inviteUpdated, presentInvite(found))
    await enqueueMail(ctx, invite)
    return found
  })
}

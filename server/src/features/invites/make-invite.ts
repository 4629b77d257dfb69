import type { MailLanguage } from '#contracts/mail.ts'
import { randomToken } from '#platform/cipher.ts'
import { newId } from '#platform/id.ts'
import type { MemberContext } from '../organizations/context.ts'
import { inviteCreated as created, subjectOf } from './audit-actions.ts'
import { inviteCreated } from './events.ts'
import { sendInviteMail } from './jobs.ts'
import { type FoundInvite, presentInvite } from './present.ts'
import type { InviteRow } from './table.ts'

const LIFETIME_MS = 14 * 86_400_000

/** From now on, by the person who asks for it. */
export function madeNow(ctx: MemberContext) {
  const invited_at = ctx.now()
  return { invited_at, expires_at: new Date(invited_at.getTime() + LIFETIME_MS), invited_by: ctx.user.id }
}

/** A mail that waits to be sent, with an id of its own. */
export const mailQueued = () => ({
  mail_status: 'queued' as const,
  mail_problem: null,
  mail_attempts: 0,
  mail_message_id: newId(),
})

type Wanted = Pick<InviteRow, 'email' | 'role' | 'access_group_ids'> & { uses?: number; language: MailLanguage }

export const newInvite = (ctx: MemberContext, wanted: Wanted) => ({
  ...wanted,
  ...madeNow(ctx),
  ...(wanted.email !== null && mailQueued()),
  organization_id: ctx.organization.id,
  code: randomToken(),
})

/** Everything that goes with a row that was just written. */
export async function reportCreated(ctx: MemberContext, invite: InviteRow): Promise<FoundInvite> {
  const found = { invite, inviter: { role: ctx.role }, inviting: ctx.user }
  const { role, uses } = invite
  await ctx.record(created, { subject: subjectOf(invite), after: { role, uses } })
  await ctx.emit(inviteCreated, presentInvite(found))
  await enqueueMail(ctx, invite)
  return found
}

export async function enqueueMail(
  ctx: Pick<MemberContext, 'enqueue'>,
  { id, mail_message_id }: InviteRow,
  options: { start_after_seconds?: number } = {},
): Promise<void> {
  if (mail_message_id !== null) {
    await ctx.enqueue(sendInviteMail, { invite_id: id, message_id: mail_message_id }, options)
  }
}

import { and, eq } from 'drizzle-orm'
import type { MailProblem } from '#contracts/mail.ts'
import type { Context } from '#platform/context.ts'
import { MailRefused } from '#platform/mail/mail.ts'
import { invitesWithInviter } from '../access.ts'
import { announceInvite } from '../announce-invite.ts'
import { enqueueMail } from '../make-invite.ts'
import { nameOf } from '../present.ts'
import { type InviteRow, organizationInvites } from '../table.ts'
import { stateOf } from '../usable-invite.ts'
import { writeInvite } from './write-invite.ts'

/** With the delays between them, an hour and a half. */
const MAX_ATTEMPTS = 6
const DELAY_FACTOR = 4

type Sending = { invite_id: string; message_id: string }

/** One attempt. A message that was sent, taken back or replaced by another one meanwhile is left alone. */
export async function mailInvite(ctx: Context, { invite_id, message_id }: Sending): Promise<void> {
  const [found] = await invitesWithInviter(ctx).where(waiting({ invite_id, message_id }))
  const email = found?.invite.email
  if (!found || !email || stateOf(found, ctx.now()) !== 'Pending') return
  const { invite, organization, inviting } = found
  const { BASE_URL, BRAND_NAME } = ctx.ports.config
  const words = writeInvite({
    language: invite.language,
    brand: BRAND_NAME,
    organization: organization.name,
    inviter: inviting && nameOf(inviting),
    role: invite.role,
    email,
    link: `${BASE_URL}/invite/${invite.code}`,
    expires_at: invite.expires_at,
  })
  try {
    await ctx.ports.mail.send({ ...words, to: email, message_id })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    ctx.log.warn({ err: error, invite_id }, 'the mail of an invite was not taken')
    return afterRefusal(ctx, invite, error)
  }
  await recordOutcome(ctx, invite, { mail_status: 'sent', mail_problem: null })
}

/** What passes is tried again later, and later each time. */
async function afterRefusal(ctx: Context, invite: InviteRow, { problem, is_final }: MailRefused): Promise<void> {
  const mail_attempts = invite.mail_attempts + 1
  if (is_final || mail_attempts >= MAX_ATTEMPTS) {
    return recordOutcome(ctx, invite, { mail_status: 'failed', mail_problem: problem, mail_attempts })
  }
  const start_after_seconds = ctx.ports.config.MAIL_RETRY_DELAY * DELAY_FACTOR ** invite.mail_attempts
  await ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .update(organizationInvites)
      .set({ mail_attempts })
      .where(stillWaiting(invite))
      .returning()
    if (row) await enqueueMail(ctx, row, { start_after_seconds })
  })
}

type Outcome = { mail_status: 'sent' | 'failed'; mail_problem: MailProblem | null; mail_attempts?: number }

function recordOutcome(ctx: Context, invite: InviteRow, outcome: Outcome): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db.update(organizationInvites).set(outcome).where(stillWaiting(invite)).returning()
    if (row) await announceInvite(ctx, row.id)
  })
}

const waiting = ({ invite_id, message_id }: Sending) =>
  and(
    eq(organizationInvites.id, invite_id),
    eq(organizationInvites.mail_message_id, message_id),
    eq(organizationInvites.mail_status, 'queued'),
  )

const stillWaiting = ({ id, mail_message_id }: InviteRow) =>
  waiting({ invite_id: id, message_id: mail_message_id ?? '' })

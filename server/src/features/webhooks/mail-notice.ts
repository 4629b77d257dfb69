import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { layOut } from '#platform/mail/lay-out.ts'
import { MailRefused } from '#platform/mail/mail.ts'
import { memberships, organizations } from '../organizations/table.ts'
import { users } from '../users/table.ts'
import { webhooks } from './table.ts'

type Notice = { webhook_id: string; user_id: string; message_id: string }

/** One attempt to tell one admin; the queue tries again what may pass. A person who is no admin any more gets no mail. */
export async function mailNotice(ctx: Context, { webhook_id, user_id, message_id }: Notice): Promise<void> {
  const [found] = await ctx.db
    .select({ webhook: webhooks, organization: organizations, email: users.email, role: memberships.role })
    .from(webhooks)
    .innerJoin(organizations, eq(organizations.id, webhooks.organization_id))
    .innerJoin(memberships, and(eq(memberships.organization_id, organizations.id), isNull(memberships.removed_at)))
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(webhooks.id, webhook_id), eq(webhooks.is_enabled, false), eq(users.id, user_id)))
  if (!found || found.role === 'member' || found.webhook.disabled_reason === null) return
  const { BASE_URL, BRAND_NAME } = ctx.ports.config
  const host = URL.parse(found.webhook.url)?.host ?? ''
  const page = {
    language: 'en',
    brand: BRAND_NAME,
    title: `The webhook to ${host} was disabled`,
    lines: [
      found.webhook.disabled_reason === 'gone'
        ? `Its receiver answered 410 Gone, so ${BRAND_NAME} no longer sends anything to it.`
        : `Nothing could be delivered to it for three days, so ${BRAND_NAME} no longer sends anything to it.`,
      `It belongs to ${found.organization.name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()}. Once the receiver works again, you can enable it and resend what failed.`,
    ],
    button: 'View webhooks',
    link: `${BASE_URL}/settings/webhooks`,
    orOpen: 'If the button doesn’t work, open this address:',
    ignore: 'You get this because you are an owner or administrator of the organization.',
  }
  const text = [page.title, ...page.lines, `${page.button}:\n${page.link}`, page.ignore].join('\n\n')
  const mail = { to: found.email, subject: page.title, text: `${text}\n`, html: layOut(page), message_id }
  try {
    await ctx.ports.mail.send(mail)
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.is_final) throw error
    ctx.log.warn({ err: error, webhook_id }, 'the notice of a webhook was not taken')
  }
}

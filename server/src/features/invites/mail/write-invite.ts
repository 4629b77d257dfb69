import { domainToUnicode } from 'node:url'
import type { InviteRole } from '#contracts/invites.ts'
import type { MailLanguage } from '#contracts/mail.ts'
import { layOut } from '#platform/mail/lay-out.ts'

type InviteMail = {
  language: MailLanguage
  brand: string
  organization: string
  /** Null when their account is gone. */
  inviter: string | null
  role: InviteRole
  /** Whom it was made for: they sign in with this address. */
  email: string
  link: string
  expires_at: Date
}

/** The invite as a mail, in plain text and in HTML that says the same. */
export function writeInvite(given: InviteMail): { subject: string; text: string; html: string } {
  const mail = {
    ...given,
    // As its owner knows it.
    email: given.email.replace(/@.*/, (domain) => `@${domainToUnicode(domain.slice(1))}`),
    organization: onOneLine(given.organization),
    inviter: given.inviter && onOneLine(given.inviter),
  }
  const words = wordsIn[mail.language](mail, dateOf(mail))
  const { title, lines, button, orOpen, ignore } = words
  const text = [title, ...lines, `${button}:\n${mail.link}`, ignore].join('\n\n')
  return { subject: words.subject, text: `${text}\n`, html: layOut({ ...mail, title, lines, button, orOpen, ignore }) }
}

/** A name must not look like a paragraph of its own. */
const onOneLine = (name: string): string => name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const dateOf = ({ language, expires_at }: InviteMail): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
    .format(expires_at)
    // The Russian year ends with an abbreviation, whose full stop would meet that of the sentence.
    .replace(/\sг\.$/, '')

type Words = Record<'subject' | 'title' | 'button' | 'orOpen' | 'ignore', string> & { lines: string[] }

const wordsIn: Record<MailLanguage, (mail: InviteMail, until: string) => Words> = {
  en: ({ brand, organization, inviter, role, email }, until) => ({
    subject: inviter ? `${inviter} invited you to ${organization}` : `You’re invited to ${organization}`,
    title: `Join ${organization} on ${brand}`,
    lines: [
      inviter
        ? `${inviter} invited you to work in ${organization} as ${role === 'admin' ? 'an administrator' : 'a member'}.`
        : `You’re invited to work in ${organization} as ${role === 'admin' ? 'an administrator' : 'a member'}.`,
      `Sign in with ${email} to accept. The invite is valid until ${until}.`,
    ],
    button: 'View the invite',
    orOpen: 'If the button doesn’t work, open this address:',
    ignore: `If you don’t know ${organization}, you can ignore this email.`,
  }),
  ru: ({ brand, organization, inviter, role, email }, until) => ({
    subject: inviter ? `${inviter} приглашает вас в «${organization}»` : `Вас приглашают в «${organization}»`,
    title: `Приглашение в «${organization}»`,
    lines: [
      inviter
        ? `${inviter} приглашает вас работать в «${organization}» на платформе ${brand}. Ваша роль: ${role === 'admin' ? 'администратор' : 'участник'}.`
        : `Вас приглашают работать в «${organization}» на платформе ${brand}. Ваша роль: ${role === 'admin' ? 'администратор' : 'участник'}.`,
      `Чтобы принять приглашение, войдите с адресом ${email}. Оно действует до ${until}.`,
    ],
    button: 'Открыть приглашение',
    orOpen: 'Если кнопка не работает, откройте этот адрес:',
    ignore: `Если вы не знаете, что такое «${organization}», не обращайте внимания на это письмо.`,
  }),
}

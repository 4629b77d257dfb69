import { cut } from '../requests/outside.ts'
import type { Message } from './mailbox.ts'

const MAX_QUOTED_CHARACTERS = 100_000

export const replySubject = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)
export const forwardSubject = (subject: string) => (/^(?:fwd?|fw):/i.test(subject) ? subject : `Fwd: ${subject}`)

/** An answer with what it answers below, as mail programs write it. */
export function quoting(text: string, { date, from, text: quoted }: Message): string {
  const lines = cut(quoted, MAX_QUOTED_CHARACTERS).split('\n')
  return `${text}\n\nOn ${dayOf(date)}, ${from} wrote:\n${lines.map((line) => `> ${line}`).join('\n')}\n`
}

/** A text with a message below it that is sent on. */
export function forwarding(text: string, { from, to, date, subject, text: forwarded }: Message): string {
  const head = [`From: ${from}`, `Date: ${dayOf(date)}`, `Subject: ${subject}`, `To: ${to.join(', ')}`]
  return `${text}\n\n---------- Forwarded message ----------\n${head.join('\n')}\n\n${cut(forwarded, MAX_QUOTED_CHARACTERS)}\n`
}

const dayOf = (date: string) => date.replace('T', ' at ').replace(/:\d\d(?:\.\d+)?Z$/, ' UTC')

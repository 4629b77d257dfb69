import { z } from 'zod'

/** What a mail is written in. */
export const MailLanguage = z.enum(['en', 'ru'])
export type MailLanguage = z.infer<typeof MailLanguage>

export const MailStatus = z.enum(['queued', 'sent', 'failed'])

/** The server has no way to send mail; the other side refused the address, or everything, or was not there. */
export const MailProblem = z.enum(['NOT_CONFIGURED', 'ADDRESS_REFUSED', 'REFUSED', 'UNREACHABLE'])
export type MailProblem = z.infer<typeof MailProblem>

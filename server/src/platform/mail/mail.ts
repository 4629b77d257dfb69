import type { MailProblem } from '#contracts/mail.ts'

/** One message to one person. Sent again under the same id it is the same message. */
export type OutgoingMail = { to: string; subject: string; text: string; html: string; message_id: string }

/** Why a message was not taken; `is_final` where sending it again would end the same. */
export class MailRefused extends Error {
  readonly problem: MailProblem
  readonly is_final: boolean

  constructor(problem: MailProblem, { is_final, cause }: { is_final: boolean; cause?: unknown }) {
    super(`The mail was not taken: ${problem}`, { cause })
    this.name = 'MailRefused'
    this.problem = problem
    this.is_final = is_final
  }
}

export type Mail = {
  readonly is_configured: boolean
  /** Resolves when the message was taken; anything else is a `MailRefused`. */
  send(mail: OutgoingMail): Promise<void>
}

/** A way out; the messages that it is given are clean. */
export type Transport = (mail: OutgoingMail) => Promise<void>

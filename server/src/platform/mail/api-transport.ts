import { z } from 'zod'
import { MailRefused, type Transport } from './mail.ts'

type Options = { url: string; token: string; from: string; timeoutMs: number }

/** Resend's HTTP form, which others speak too; a message sent twice under one key is sent once. */
export function apiTransport({ url, token, from, timeoutMs }: Options): Transport {
  return async ({ to, subject, text, html, message_id }) => {
    const response = await fetch(`${url}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': message_id,
        'user-agent': 'alongside',
      },
      body: JSON.stringify({ from, to: [to], subject, text, html }),
      // The token must not travel anywhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause) => {
      throw new MailRefused('UNREACHABLE', { is_final: false, cause })
    })
    const answer = await response.text().catch(() => '')
    if (!response.ok) throw refusalOf(response.status, answer)
  }
}

/** 409 says that the same message is being taken at this moment. */
const PASSING = new Set([408, 409, 425, 429])

const Refusal = z.object({ name: z.string().default('validation_error'), message: z.string().default('') }).catch({
  name: 'validation_error',
  message: '',
})

/** The sender and everything else that is configured are refused with the same status. */
function isOfRecipient(answer: string): boolean {
  const { name, message } = Refusal.parse(parsed(answer))
  return name === 'validation_error' && !message.includes('`from`')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function refusalOf(status: number, answer: string): MailRefused {
  const cause = new Error(`${status} ${answer.slice(0, 500)}`)
  if (status === 422 && isOfRecipient(answer)) return new MailRefused('ADDRESS_REFUSED', { is_final: true, cause })
  if (status >= 500) return new MailRefused('UNREACHABLE', { is_final: false, cause })
  return new MailRefused('REFUSED', { is_final: !PASSING.has(status), cause })
}

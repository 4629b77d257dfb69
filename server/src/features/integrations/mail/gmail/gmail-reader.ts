import { z } from 'zod'
import type { AccountScope } from '../../requests/account.ts'
import { path } from '../../requests/outside.ts'
import type { Message } from '../mailbox.ts'
import { GmailMessage, type Part, presentMessage } from './gmail-message.ts'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024

const Bytes = z.object({ data: z.string() })

export type OpenedMessage = { raw: GmailMessage; message: Message; html: string | null }
export type GmailReader = ReturnType<typeof gmailReader>

/** What reading and sending share of a mailbox at Gmail. */
export function gmailReader({ account, ctx }: Pick<AccountScope, 'account' | 'ctx'>) {
  const urlOf = (id: string) => `${ctx.ports.config.GMAIL_BASE_URL}${path`/users/me/messages/${id}`}`

  const read = (id: string) =>
    account.json(GmailMessage, { url: urlOf(id), query: { format: 'full' }, most_bytes: MAX_MESSAGE_BYTES })

  async function bytesOf(message_id: string, { body }: Part, most_bytes = MAX_MESSAGE_BYTES): Promise<Buffer> {
    if (body.data !== undefined) return Buffer.from(body.data, 'base64url')
    if (body.attachmentId === undefined) return Buffer.alloc(0)
    const url = `${urlOf(message_id)}${path`/attachments/${body.attachmentId}`}`
    // Four characters are three bytes.
    const { data } = await account.json(Bytes, { url, most_bytes: Math.ceil((most_bytes * 4) / 3) + 10_000 })
    return Buffer.from(data, 'base64url')
  }

  async function open(message_id: string): Promise<OpenedMessage> {
    const raw = await read(message_id)
    return { raw, ...(await presentMessage(raw, (part) => bytesOf(message_id, part))) }
  }

  return { urlOf, read, open, bytesOf }
}

import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { newId } from '#platform/id.ts'
import type { StoredFile } from '../../../storage/read-files.ts'
import type { AccountScope } from '../../requests/account.ts'
import { outsideLine } from '../../requests/outside.ts'
import { type Address, readAddresses, withoutTwice } from '../addresses.ts'
import { type Forward, MAX_SENT_BYTES, type Mailbox, type Reply, type Sent } from '../mailbox.ts'
import { forwarding, forwardSubject, quoting, replySubject } from '../quote.ts'
import { sentOnce } from '../sent-once.ts'
import { type Composed, composeMail } from './compose.ts'
import { attachmentsOf, headerOf } from './gmail-message.ts'
import type { GmailReader, OpenedMessage } from './gmail-reader.ts'

const MAX_REFERENCES = 50

const Sending = z.object({ id: z.string(), threadId: z.string() })
const Draft = z.object({ message: Sending })
const Profile = z.object({ emailAddress: z.string() })

const sentAs = ({ id, threadId }: z.infer<typeof Sending>): Sent => ({ message_id: id, thread_id: threadId })

export function gmailSending(
  { account, ctx, signal }: AccountScope,
  { open, bytesOf }: GmailReader,
): Pick<Mailbox, 'draft' | 'send' | 'reply' | 'forward'> {
  const { GMAIL_BASE_URL } = ctx.ports.config

  async function send(mail: Composed, threadId?: string): Promise<Sent> {
    const upload = uploading(await composeMail(mail), threadId === undefined ? {} : { threadId })
    const url = `${uploadUrl(GMAIL_BASE_URL)}/users/me/messages/send`
    return sentAs(await sentOnce(signal, () => account.json(Sending, { url, ...upload })))
  }

  async function reply({ message_id, reply_all, text, attachments }: Reply): Promise<Sent> {
    const opened = await open(message_id)
    const { emailAddress: own } = await account.json(Profile, { url: `${GMAIL_BASE_URL}/users/me/profile` })
    const { raw, message } = opened
    const to = withoutTwice(answeredBy(opened, own))
    if (to.length === 0) throw new AppError('bad_request', 'The message has no sender who could be answered')
    const others = reply_all ? [...addressesOf(opened, 'to'), ...addressesOf(opened, 'cc')] : []
    const answered = messageIds(headerOf(raw, 'message-id'))[0]
    const mail = {
      to,
      cc: withoutTwice(others, [...to, own]),
      bcc: [],
      // Gmail starts another thread where the subject differs, if only by a space.
      subject: replySubject(headerOf(raw, 'subject').replaceAll(/[\r\n]+/g, ' ')),
      text: quoting(text, message),
      in_reply_to: answered,
      references: [...messageIds(headerOf(raw, 'references')), ...(answered ? [answered] : [])].slice(-MAX_REFERENCES),
      attachments,
    }
    return send(mail, raw.threadId)
  }

  async function forward({ message_id, text, ...recipients }: Forward): Promise<Sent> {
    const { raw, message, html } = await open(message_id)
    const parts = attachmentsOf(raw.payload)
    if (parts.reduce((sum, { body }) => sum + body.size, 0) > MAX_SENT_BYTES)
      throw new AppError('too_large', `The attachments have more than ${MAX_SENT_BYTES / 1024 / 1024} MB together`)
    const attachments: StoredFile[] = []
    for (const part of parts)
      attachments.push({
        name: outsideLine(255).parse(part.filename) || 'attachment',
        type: /^[\w.+-]+\/[\w.+-]+$/.test(part.mimeType) ? part.mimeType : 'application/octet-stream',
        bytes: await bytesOf(message_id, part, MAX_SENT_BYTES),
      })
    return send({
      ...recipients,
      subject: forwardSubject(message.subject),
      text: forwarding(text, message),
      ...(html && { html: `<pre>${escaped(forwarding(text, { ...message, text: '' }))}</pre>${html}` }),
      attachments,
    })
  }

  return {
    async draft(mail) {
      const upload = uploading(await composeMail(mail), { message: {} })
      const url = `${uploadUrl(GMAIL_BASE_URL)}/users/me/drafts`
      return sentAs((await account.json(Draft, { url, ...upload })).message)
    },
    send: (mail) => send(mail),
    reply,
    forward,
  }
}

/** Its sender, or the address at which they wish to be answered; for an own message, its recipient. */
function answeredBy(opened: OpenedMessage, own: string): Address[] {
  const from = addressesOf(opened, 'from')
  if (from.some(({ address }) => address.toLowerCase() === own.toLowerCase())) return addressesOf(opened, 'to')
  const elsewhere = addressesOf(opened, 'reply-to')
  return elsewhere.length > 0 ? elsewhere : from
}

const addressesOf = ({ raw }: OpenedMessage, header: string) => readAddresses(headerOf(raw, header))

/** Nothing but ids, because what someone else wrote becomes a header here. */
const messageIds = (header: string): string[] => header.slice(0, 20_000).match(/<[^<>\s]{1,500}>/g) ?? []

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Messages of every size are taken at an address of their own. */
function uploadUrl(base: string): string {
  const url = new URL(base)
  return `${url.origin}/upload${url.pathname}`
}

/** A message with its metadata in one request. */
function uploading(message: Buffer, about: object) {
  const boundary = newId()
  const part = (type: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`
  const head = `${part('application/json; charset=UTF-8')}${JSON.stringify(about)}\r\n${part('message/rfc822')}`
  return {
    method: 'POST' as const,
    query: { uploadType: 'multipart' },
    headers: { 'content-type': `multipart/related; boundary=${boundary}` },
    bytes: Buffer.concat([Buffer.from(head), message, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

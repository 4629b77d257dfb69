import { z } from 'zod'
import { omit } from '#contracts/omit.ts'
import { cleanText } from '../../../connectors/clean-text.ts'
import { GraphBody } from '../../requests/graph-body.ts'
import { htmlText } from '../../requests/html-text.ts'
import { outsideLine } from '../../requests/outside.ts'
import { showAddress } from '../addresses.ts'
import type { Attachment, Message, MessageBrief } from '../mailbox.ts'

const MAX_SUBJECT_LENGTH = 500
const MAX_SNIPPET_LENGTH = 300

const Recipient = z.object({
  emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish(),
})
type Recipient = z.infer<typeof Recipient>
const Recipients = z.array(Recipient).default([])

export const BRIEF = 'id,conversationId,subject,bodyPreview,receivedDateTime,isRead,hasAttachments,from,toRecipients'
export const WHOLE = `${BRIEF},ccRecipients,replyTo,body`

const Time = z.iso.datetime().transform((text) => new Date(text).toISOString())

export const OutlookBrief = z.object({
  id: z.string(),
  conversationId: z.string().nullish(),
  subject: outsideLine(MAX_SUBJECT_LENGTH),
  bodyPreview: outsideLine(MAX_SNIPPET_LENGTH),
  receivedDateTime: Time,
  isRead: z.boolean().nullish(),
  hasAttachments: z.boolean().nullish(),
  from: Recipient.nullish(),
  toRecipients: Recipients,
})
export const OutlookMessage = OutlookBrief.extend({
  ccRecipients: Recipients,
  replyTo: Recipients,
  body: GraphBody,
})
export type OutlookMessage = z.infer<typeof OutlookMessage>

export const OutlookAttachment = z.object({
  id: z.string(),
  name: outsideLine(255),
  contentType: outsideLine(100),
  size: z.number(),
})

const show = ({ emailAddress }: Recipient): string =>
  showAddress({ name: emailAddress?.name ?? '', address: emailAddress?.address ?? '' })

export const presentBrief = (message: z.infer<typeof OutlookBrief>): MessageBrief => ({
  id: message.id,
  thread_id: message.conversationId ?? message.id,
  from: message.from ? show(message.from) : '',
  to: message.toRecipients.slice(0, 10).map(show),
  subject: message.subject,
  date: message.receivedDateTime,
  snippet: message.bodyPreview,
  unread: message.isRead === false,
  has_attachments: message.hasAttachments === true,
})

export async function presentMessage(message: OutlookMessage, attachments: Attachment[]): Promise<Message> {
  const brief = omit(presentBrief(message), 'snippet', 'has_attachments')
  const { isHtml, content } = message.body
  const text = isHtml ? await htmlText(content) : content.replaceAll('\r\n', '\n')
  return {
    ...brief,
    to: message.toRecipients.map(show),
    cc: message.ccRecipients.map(show),
    reply_to: message.replyTo.map(show),
    text: cleanText(text, text.length),
    attachments,
  }
}

export const presentAttachment = ({ id, name, contentType, size }: z.infer<typeof OutlookAttachment>): Attachment => ({
  id,
  name: name || 'attachment',
  type: contentType,
  size,
})

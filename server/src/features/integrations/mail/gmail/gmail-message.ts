import { decodeHTML } from 'entities/decode'
import { z } from 'zod'
import { omit } from '#contracts/omit.ts'
import { cleanText } from '../../../connectors/clean-text.ts'
import { htmlText } from '../../requests/html-text.ts'
import { outsideLine } from '../../requests/outside.ts'
import { readAddresses, showAddress } from '../addresses.ts'
import type { Message, MessageBrief } from '../mailbox.ts'

const MAX_PARTS = 200
const MAX_DEPTH = 20
const MAX_SUBJECT_LENGTH = 500
const MAX_SNIPPET_LENGTH = 300

/** Its parts are looked at one after the other, however deep they are. */
const Part = z.object({
  partId: z.string().default(''),
  mimeType: z.string().default(''),
  filename: z.string().default(''),
  headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  body: z
    .object({ attachmentId: z.string().optional(), size: z.number().default(0), data: z.string().optional() })
    .default({
      size: 0,
    }),
  parts: z.array(z.unknown()).default([]),
})
export type Part = z.infer<typeof Part>

export const GmailMessage = z.object({
  id: z.string(),
  threadId: z.string(),
  labelIds: z.array(z.string()).default([]),
  snippet: z.string().default(''),
  internalDate: z.string().regex(/^\d{1,15}$/),
  payload: Part,
})
export type GmailMessage = z.infer<typeof GmailMessage>

export function headerOf({ payload }: Pick<GmailMessage, 'payload'>, name: string): string {
  return payload.headers.find((header) => header.name.toLowerCase() === name)?.value ?? ''
}

/** Those without parts of their own; a message within a message is one of them. */
export function leavesOf(payload: Part): Part[] {
  const leaves: Part[] = []
  const waiting: { part: Part; depth: number }[] = [{ part: payload, depth: 0 }]
  for (let next = waiting.shift(); next && leaves.length < MAX_PARTS; next = waiting.shift()) {
    const { part, depth } = next
    if (part.parts.length === 0 || part.mimeType === 'message/rfc822') leaves.push(part)
    else if (depth < MAX_DEPTH)
      waiting.unshift(
        ...part.parts.slice(0, MAX_PARTS).flatMap((inner) => {
          const read = Part.safeParse(inner)
          return read.success ? [{ part: read.data, depth: depth + 1 }] : []
        }),
      )
  }
  return leaves
}

export const attachmentsOf = (payload: Part): Part[] => leavesOf(payload).filter(isAttachment)

const isAttachment = ({ filename, mimeType }: Part) =>
  filename !== '' || !(mimeType.startsWith('text/') || mimeType.startsWith('multipart/') || mimeType === '')

/** The root of a message that is nothing but a file has no number. */
export const attachmentId = ({ partId }: Part): string => partId || 'body'

export function presentBrief(message: GmailMessage): MessageBrief {
  const { id, threadId, labelIds, snippet, internalDate, payload } = message
  return {
    id,
    thread_id: threadId,
    from: showAll(headerOf(message, 'from'))[0] ?? '',
    to: showAll(headerOf(message, 'to')).slice(0, 10),
    subject: outsideLine(MAX_SUBJECT_LENGTH).parse(headerOf(message, 'subject')),
    date: new Date(Number(internalDate)).toISOString(),
    snippet: outsideLine(MAX_SNIPPET_LENGTH).parse(decodeHTML(snippet.slice(0, 1000))),
    unread: labelIds.includes('UNREAD'),
    has_attachments: attachmentsOf(payload).length > 0,
  }
}

export const showAll = (header: string): string[] => readAddresses(header).map(showAddress)

/** `bodyOf` reads the bytes of a part, which a large one does not bring along. */
export async function presentMessage(
  message: GmailMessage,
  bodyOf: (part: Part) => Promise<Buffer>,
): Promise<{ message: Message; html: string | null }> {
  const brief = omit(presentBrief(message), 'snippet', 'has_attachments')
  const texts = leavesOf(message.payload).filter((part) => !isAttachment(part))
  const join = async (type: string) => {
    const found: string[] = []
    for (const part of texts.filter(({ mimeType }) => mimeType === type)) found.push(decoded(part, await bodyOf(part)))
    return found.join('\n')
  }
  const html = (await join('text/html')) || null
  const plain = await join('text/plain')
  const text = plain.trim() === '' && html ? await htmlText(html) : plain
  return {
    html,
    message: {
      ...brief,
      to: showAll(headerOf(message, 'to')),
      cc: showAll(headerOf(message, 'cc')),
      reply_to: showAll(headerOf(message, 'reply-to')),
      text: cleanText(text.replaceAll('\r\n', '\n'), text.length),
      attachments: attachmentsOf(message.payload).map((part) => ({
        id: attachmentId(part),
        name: outsideLine(255).parse(part.filename) || 'attachment',
        type: outsideLine(100).parse(part.mimeType),
        size: part.body.size,
      })),
    },
  }
}

/** As the part says that it is written, unless it is UTF-8 all the same. */
function decoded({ headers }: Part, bytes: Buffer): string {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  const charset = /charset="?([\w.:-]{1,40})/i.exec(type.slice(0, 500))?.[1]
  for (const label of ['utf-8', charset ?? 'latin1']) {
    try {
      return new TextDecoder(label, { fatal: label === 'utf-8' }).decode(bytes)
    } catch {
      // Not written so, or in a way that nobody knows.
    }
  }
  return bytes.toString('latin1')
}

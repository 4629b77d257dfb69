import type { OutgoingActivity, TchatAttachment, TchatTarget } from './connector-api.ts'
import { wholeActivity } from './connector-api.ts'

/** What an activity with pictures in it may have as JSON (contract, "`tchat` inline activity budget"). */
const MAX_INLINE_ACTIVITY_BYTES = 90 * 1024
/** Of a text; the whole activity may have 100 KB in UTF-16, and had 40 KB before 2025. */
export const MAX_TEXT_LENGTH = 16_000

type MessageActivity = Extract<OutgoingActivity, { type: 'message' }>
export type Text = { pieces: readonly string[]; format: 'markdown' | 'plain' }

type InlineFile = { name: string; mime_type: string; bytes: Buffer }

const INLINE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif'])

/** Whether a picture may be shown within a message, as far as its size alone tells. */
export const mayBeInline = ({ mime_type, size }: { mime_type: string; size: number }): boolean =>
  INLINE_TYPES.has(mime_type) && (size * 4) / 3 < MAX_INLINE_ACTIVITY_BYTES

/** The text as messages, one for each piece; one without text where there is none, for the pictures. */
export function textActivities({ pieces, format }: Text): MessageActivity[] {
  return pieces.map((text) => ({ type: 'message', text: text.toWellFormed(), textFormat: format }))
}

const inlineAttachment = ({ name, mime_type, bytes }: InlineFile): TchatAttachment => ({
  contentType: mime_type,
  contentUrl: `data:${mime_type};base64,${bytes.toString('base64')}`,
  name,
})

/** Adds a picture to the last message; null where the whole of it would pass the budget. */
export function withInline(
  target: TchatTarget,
  activities: readonly MessageActivity[],
  file: InlineFile,
): MessageActivity[] | null {
  const last = activities.at(-1) ?? { type: 'message' as const }
  const extended = { ...last, attachments: [...(last.attachments ?? []), inlineAttachment(file)] }
  return fits(target, extended) ? [...activities.slice(0, -1), extended] : null
}

/** Adds a list of files behind the text, in a message of its own where it would make the last one too long. */
export function withList(target: TchatTarget, activities: readonly MessageActivity[], list: string): MessageActivity[] {
  const last = activities.at(-1)
  const own: MessageActivity = { type: 'message', text: list, textFormat: 'markdown' }
  if (!last) return [own]
  const merged = { ...last, text: last.text ? `${last.text}\n\n${list}` : list, textFormat: 'markdown' as const }
  const isMarkdown = last.text === undefined || last.textFormat === 'markdown'
  const isShort = merged.text.length <= MAX_TEXT_LENGTH && (!last.attachments || fits(target, merged))
  return isMarkdown && isShort ? [...activities.slice(0, -1), merged] : [...activities, own]
}

const fits = (target: TchatTarget, activity: MessageActivity): boolean =>
  Buffer.byteLength(JSON.stringify(wholeActivity(target, activity))) <= MAX_INLINE_ACTIVITY_BYTES

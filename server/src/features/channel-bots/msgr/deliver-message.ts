import { buffer } from 'node:stream/consumers'
import { type Delivery, UndeliverableError } from '../../conversations/define-channel.ts'
import { spreadFiles } from '../../conversations/files/spread-files.ts'
import { nameSources } from '../../conversations/messages/name-sources.ts'
import type { AttachmentRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { openAttachedBytes } from '../../storage/bytes/open-bytes.ts'
import { findAnsweredUpdate } from '../bots/find-answered-update.ts'
import { findBot } from '../bots/find-bot.ts'
import { sendPart } from '../bots/send-part.ts'
import { splitText } from '../bots/split-text.ts'
import { updateBot } from '../bots/update-bot.ts'
import { moveChat } from './move-chat.ts'
import { type MsgrTarget, sendDocument, sendMessage, sendPhoto, sendRichMessage } from './msgr-api.ts'
import type { MsgrAnswer } from './msgr-call.ts'
import { isSyntaxRefusal, isUnauthorized } from './msgr-refusals.ts'
import { targetOf } from './read-update.ts'
import { toTelegramMarkdown } from './telegram-markdown.ts'

/** Telegram's limit, in characters. */
const MAX_RICH_MESSAGE_LENGTH = 32_768
const MAX_PHOTO_BYTES = 10 * 1024 * 1024
const UPLOAD_MS = 90_000

type MsgrRefusal = Extract<MsgrAnswer<unknown>, { outcome: 'refused' }>

/** Delivers a message to its chat: text as rich Markdown, else in plain pieces; each file as a separate message. */
export async function deliverMessage(ctx: OrgContext, delivery: Delivery): Promise<void> {
  const { message, conversation, teammate, parts, signal } = delivery
  const { config, cipher } = ctx.ports
  const bot = await findBot(ctx, teammate.id, 'msgr')
  if (bot?.status !== 'active') throw new UndeliverableError('No Telegram bot is connected')
  if (conversation.external_id === null) throw new UndeliverableError('The chat is not known')
  const token = cipher.decrypt(bot.token_sealed)
  const target = { ...targetOf(conversation.external_id), ...(await replyTo(ctx, delivery)) }
  // Citations of files become plain names for contacts; colleagues, such as an assistant's owner, may open the files.
  const isForColleague = message.role !== 'ai' || teammate.owned_by_user_id !== null
  const content = isForColleague ? message.content : nameSources(message.content, true)
  if (delivery.attachments.length > 0) await spreadFiles(ctx, delivery)
  // A message without text is delivered as its first file.
  const [own] = delivery.attachments
  const send = (
    request: () => Promise<MsgrAnswer<unknown>>,
    options?: { countsAs?: number; withinMs?: number; isWrongForm?: (answer: MsgrAnswer<unknown>) => boolean },
  ) => sendPart(delivery, 'Telegram', request, { ...options, onRefusal: learn })
  if (content !== '') await sendWords(splitText(content))
  else if (own && parts.sent === 0) await send(await fileSender(own), { withinMs: UPLOAD_MS })

  async function sendWords(pieces: string[]): Promise<void> {
    // Text that a person typed is not Markdown.
    const isRich = message.role === 'ai' && pieces.length > 0 && [...content].length <= MAX_RICH_MESSAGE_LENGTH
    // Where an earlier attempt sent pieces, it had fallen back to plain text.
    if (isRich && parts.sent === 0 && (await sendRich(pieces.length))) return
    const { reply_to_message_id: _, ...behind } = target
    for (const [index, text] of pieces.entries()) {
      if (index < parts.sent) continue
      const to: MsgrTarget = index === 0 ? target : behind
      await send(() => sendMessage(config, token, { ...to, text, hides_preview: message.role === 'ai' }, signal))
    }
  }

  /**
   * False where Telegram refuses the format. Text that only looks like a link is refused too, so it is sent once more
   * without links.
   */
  async function sendRich(countsAs: number): Promise<boolean> {
    const markdown = toTelegramMarkdown(content)
    const request = (skip_entity_detection: boolean) => () =>
      sendRichMessage(config, token, { ...target, markdown, skip_entity_detection }, signal)
    let refusal = ''
    const isWrongForm = (answer: MsgrAnswer<unknown>) => {
      if (answer.outcome === 'refused') refusal = answer.description
      return isSyntaxRefusal(answer)
    }
    if (await send(request(false), { countsAs, isWrongForm })) return true
    return refusal.includes('RICH_MESSAGE_') && send(request(true), { countsAs, isWrongForm })
  }

  async function fileSender(file: AttachmentRow): Promise<() => Promise<MsgrAnswer<unknown>>> {
    const { name, mime_type, size } = file
    const bytes = await buffer(await openAttachedBytes(ctx, file))
    const isPhoto = /^image\/(jpeg|png)$/.test(mime_type) && size <= MAX_PHOTO_BYTES
    return async () => {
      const upload = { ...target, name, mime_type, bytes }
      if (!isPhoto) return sendDocument(config, token, upload, signal)
      const answer = await sendPhoto(config, token, upload, signal)
      // A picture may be too narrow or too wide to be shown as one.
      return isSyntaxRefusal(answer) ? sendDocument(config, token, upload, signal) : answer
    }
  }

  /**
   * Stores what a refusal means beyond this message: a revoked token, or a moved chat, to which the next attempt delivers.
   */
  async function learn(answer: MsgrRefusal): Promise<void> {
    if (bot && isUnauthorized(answer)) await updateBot(ctx, teammate, bot, { status: 'invalid' })
    const moved = answer.migrate_to_chat_id
    if (!bot || moved === undefined || conversation.external_id === null) return
    await moveChat(ctx, teammate, 'msgr', conversation.external_id, moved)
    throw new Error(answer.description)
  }
}

/** In a group an answer is a reply to the message it answers; in a private chat that is clear without. */
async function replyTo(ctx: OrgContext, delivery: Delivery): Promise<{ reply_to_message_id?: number }> {
  if (!delivery.conversation.external_id?.startsWith('-')) return {}
  const asked = await findAnsweredUpdate(ctx, delivery)
  const reply_to_message_id = Number(asked?.platform_message_id ?? 0)
  return reply_to_message_id > 0 ? { reply_to_message_id } : {}
}

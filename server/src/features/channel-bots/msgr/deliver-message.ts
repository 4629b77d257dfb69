import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { type Delivery, type DeliveryParts, UndeliverableError } from '../../conversations/define-channel.ts'
import { spreadFiles } from '../../conversations/spread-files.ts'
import type { AttachmentRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { runs } from '../../runs/table.ts'
import { openAttachedBytes } from '../../storage/open-bytes.ts'
import { findBot } from '../bots/find-bot.ts'
import { channelUpdates } from '../table.ts'
import { moveChat } from './move-chat.ts'
import { type MsgrPlace, sendDocument, sendMessage, sendPhoto, sendRichMessage } from './msgr-api.ts'
import type { MsgrAnswer } from './msgr-call.ts'
import { isSyntaxRefusal, isUnauthorized } from './msgr-refusals.ts'
import { targetOf } from './read-update.ts'
import { splitText } from './split-text.ts'
import { updateBot } from './update-bot.ts'

/** The platform's, in characters. */
const MOST_RICH = 32_768
const MOST_PHOTO_BYTES = 10 * 1024 * 1024
type MsgrRefusal = Extract<MsgrAnswer<unknown>, { outcome: 'refused' }>

/** Longer than this the next attempt is left to wait. */
const LONGEST_PAUSE_SECONDS = 20

/** Takes a message to its chat: words as rich Markdown, else in plain pieces; each file as a message of its own. */
export async function deliverMessage(ctx: OrgContext, delivery: Delivery): Promise<void> {
  const { message, conversation, teammate, signal } = delivery
  const { config, cipher } = ctx.ports
  const bot = await findBot(ctx, teammate.id, 'msgr')
  if (bot?.status !== 'active') throw new UndeliverableError('No Telegram bot is connected')
  if (conversation.external_id === null) throw new UndeliverableError('The chat is not known')
  const token = cipher.decrypt(bot.token_sealed)
  const place = { ...targetOf(conversation.external_id), ...(await replyTo(ctx, delivery)) }
  const isFileAlone = message.content === '' && delivery.attachments.length === 1
  if (delivery.attachments.length > 0 && !isFileAlone) await spreadFiles(ctx, delivery)

  const [file] = delivery.attachments
  if (isFileAlone && file) await sendFile(file)
  else if (message.content !== '') await sendWords(message.content)

  async function sendWords(content: string): Promise<void> {
    const pieces = splitText(content)
    // What an earlier attempt has sent was plain, or all of it.
    if (delivery.parts.sent === 0 && [...content].length <= MOST_RICH) {
      const request = () => sendRichMessage(config, token, { ...place, markdown: content }, signal)
      if (await send(delivery, learn, request, { count: Math.max(1, pieces.length), isWrongForm: isSyntaxRefusal }))
        return
    }
    const { reply_to_message_id: _, ...following } = place
    for (const [index, text] of pieces.entries()) {
      if (index < delivery.parts.sent) continue
      const to: MsgrPlace = index === 0 ? place : following
      await send(delivery, learn, () => sendMessage(config, token, { ...to, text }, signal))
    }
  }

  async function sendFile(file: AttachmentRow): Promise<void> {
    if (delivery.parts.sent > 0) return
    const { name, mime_type, size } = file
    const bytes = await buffer(await openAttachedBytes(ctx, file))
    const isPhoto = /^image\/(jpeg|png)$/.test(mime_type) && size <= MOST_PHOTO_BYTES
    const upload = { ...place, name, mime_type, bytes }
    await send(delivery, learn, async () => {
      if (!isPhoto) return sendDocument(config, token, upload, signal)
      const answer = await sendPhoto(config, token, upload, signal)
      // A picture may be too narrow or too wide to be shown as one.
      return isSyntaxRefusal(answer) ? sendDocument(config, token, upload, signal) : answer
    })
  }

  /** What a refusal says beyond this message; where the chat has moved, the next attempt finds it. */
  async function learn(answer: MsgrRefusal): Promise<void> {
    if (bot && isUnauthorized(answer)) await updateBot(ctx, teammate, bot, { status: 'invalid' })
    const moved = answer.migrate_to_chat_id
    if (!bot || moved === undefined || conversation.external_id === null) return
    await moveChat(ctx, bot, conversation.external_id, moved)
    throw new Error(answer.description)
  }
}

/**
 * Sends one request at most once. What certainly did not arrive may be sent again, by this attempt or the next; of what may have
 * arrived nothing is. `count`: how many parts it is. False where
 * the platform did not take its form, as `isWrongForm` judges.
 */
async function send(
  { parts, signal }: { parts: DeliveryParts; signal: AbortSignal },
  onRefusal: (answer: MsgrRefusal) => Promise<void>,
  request: () => Promise<MsgrAnswer<unknown>>,
  {
    count = 1,
    isWrongForm = () => false,
  }: { count?: number; isWrongForm?: (answer: MsgrAnswer<unknown>) => boolean } = {},
): Promise<boolean> {
  for (;;) {
    await parts.begin()
    const answer = await request()
    if (answer.outcome === 'limited') {
      await parts.end(0)
      const pause = answer.retry_after_seconds
      if (pause > LONGEST_PAUSE_SECONDS) throw new Error(`Telegram asks to wait ${pause} seconds`)
      await sleep(pause * 1000, undefined, { signal })
      continue
    }
    if (answer.outcome === 'unknown') {
      throw new UndeliverableError(`It is not known whether Telegram has sent it: ${answer.description}`)
    }
    await parts.end(answer.outcome === 'granted' ? count : 0)
    if (answer.outcome === 'granted') return true
    if (isWrongForm(answer)) return false
    if (answer.outcome !== 'refused') throw new Error(answer.description)
    await onRefusal(answer)
    throw new UndeliverableError(answer.description)
  }
}

/** In a group an answer says to which message it is one; privately that is plain. */
async function replyTo(
  ctx: OrgContext,
  { message, conversation }: Delivery,
): Promise<{ reply_to_message_id?: number }> {
  const isGroup = conversation.external_id?.startsWith('-')
  if (!isGroup || message.role !== 'ai' || message.run_id === null) return {}
  const [asked] = await ctx.db
    .select({ id: channelUpdates.platform_message_id })
    .from(channelUpdates)
    .innerJoin(runs, eq(runs.message_id, channelUpdates.message_id))
    .where(and(eq(runs.id, message.run_id), eq(channelUpdates.organization_id, ctx.organization.id)))
    .limit(1)
  return asked?.id ? { reply_to_message_id: Number(asked.id) } : {}
}

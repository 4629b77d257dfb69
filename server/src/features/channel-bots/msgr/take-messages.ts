import { AppError } from '#platform/error.ts'
import type { BotContext } from '../context.ts'
import type { ChannelChatRow, ChannelUpdateRow } from '../table.ts'
import { contentOf } from './content-of.ts'
import { fetchFiles } from './fetch-files.ts'
import { isStranger } from './is-stranger.ts'
import { sendChatAction } from './msgr-api.ts'
import { fileOf, isPrivate, type MsgrMessage, MsgrUpdate, senderNameOf, targetOf } from './read-update.ts'
import { receiveSaid } from './receive-said.ts'
import { say } from './say.ts'
import { wordsFor } from './texts.ts'

/** As in webchat. What is too much waits for its turn. */
const MESSAGES = { name: 'msgr-messages', per_minute: 20 }
/** What cannot be fetched by then is left out, so that the words are not lost with it. */
const MOST_FETCH_TRIES = 2
/** In a chat that is not enabled; what is more is heard by nobody. */
const NOTICES = { name: 'msgr-notices', per_minute: 5 }

/**
 * What was said to a bot becomes a message of a conversation, which its teammate answers. Answers with the message's id; null
 * where nothing came of it.
 */
export async function takeMessages(
  ctx: BotContext,
  chat: ChannelChatRow,
  updates: readonly ChannelUpdateRow[],
): Promise<string | null> {
  const all = updates.flatMap(({ body }) => MsgrUpdate.parse(body).message ?? [])
  const messages = all.filter((message) => !isOpening(message))
  const [first] = all
  if (!first?.from || (await isStranger(ctx, String(first.from.id)))) return null
  const words = wordsFor(first.from.language_code)
  if (chat.status === 'disabled') {
    if (await isWithin(ctx, chat)) await say(ctx, chat, words.notEnabled)
    return null
  }
  await ctx.ports.checkLimit(MESSAGES, chat.id)
  if (messages.length === 0) {
    await say(ctx, chat, words.greeting(ctx.teammate.name))
    return null
  }

  const wanted = messages.flatMap((message) => fileOf(message) ?? [])
  if (wanted.length > 0) showTypingOnce(ctx, chat)
  const { files, spoken, hasSkipped } = await fetchFiles(ctx, wanted, (updates[0]?.attempts ?? 0) >= MOST_FETCH_TRIES)
  const content = contentOf(messages, spoken)
  const isSaid = content.input_message !== '' || files.length > 0
  const sender_name = (!isPrivate(first.chat) && senderNameOf(first)) || undefined
  const said = { from: first.from, ...content, sender_name, files, ids: all.map(({ message_id }) => message_id) }
  const message_id = isSaid ? await receiveSaid(ctx, chat, said) : null
  if (hasSkipped) await say(ctx, chat, words.skipped, first.message_id)
  else if (!isSaid) await say(ctx, chat, words.unreadable, first.message_id)
  return message_id
}

/** What everybody sends to a bot first, by a button; it asks for nothing. */
const isOpening = ({ text = '' }: MsgrMessage): boolean => /^\/(start|help)(@\w+)?(\s|$)/.test(text)

async function isWithin(ctx: BotContext, chat: ChannelChatRow): Promise<boolean> {
  try {
    await ctx.ports.checkLimit(NOTICES, chat.id)
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'too_many_requests') return false
    throw error
  }
}

/** Files and speech take their time, and the teammate begins after them. */
function showTypingOnce(ctx: BotContext, chat: ChannelChatRow): void {
  const { config, cipher } = ctx.ports
  void sendChatAction(config, cipher.decrypt(ctx.bot.token_sealed), targetOf(chat.chat_id))
}

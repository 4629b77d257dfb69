import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { violates } from '#platform/db/violates.ts'
import { editTitle } from '../../conversations/edit-title.ts'
import { messages } from '../../conversations/table.ts'
import { isRefusal } from '../../replies/is-refusal.ts'
import { findAddressed } from '../../replies/keep-message.ts'
import { keepUnanswered } from '../../replies/keep-unanswered.ts'
import { receiveMessage } from '../../replies/receive-message.ts'
import { users } from '../../users/table.ts'
import type { BotContext } from '../context.ts'
import { chatName } from '../present.ts'
import type { ChannelChatRow, ChannelUpdateRow } from '../table.ts'
import { msgr } from './channel.ts'
import { contentOf } from './content-of.ts'
import { fetchFiles } from './fetch-files.ts'
import { sendMessage } from './msgr-api.ts'
import { fileOf, type MsgrMessage, MsgrUpdate, targetOf } from './read-update.ts'
import { wordsFor } from './texts.ts'

/** As in webchat. What is too much waits for its turn. */
const MESSAGES = { name: 'msgr-messages', per_minute: 20 }

/**
 * What was said to a bot becomes a message of a conversation, which its teammate answers. Answers with the message's id; null
 * where nothing came of it.
 */
export async function takeMessages(
  ctx: BotContext,
  chat: ChannelChatRow,
  updates: readonly ChannelUpdateRow[],
): Promise<string | null> {
  const messages = updates.flatMap(({ body }) => MsgrUpdate.parse(body).message ?? [])
  const [first] = messages
  if (!first?.from || (await isStranger(ctx, first))) return null
  await ctx.ports.checkLimit(MESSAGES, chat.id)
  const words = wordsFor(first.from.language_code)
  if (chat.status === 'disabled') {
    await say(ctx, chat, words.notEnabled)
    return null
  }

  const wanted = messages.flatMap((message) => fileOf(message) ?? [])
  const { files, spoken, hasSkipped } = await fetchFiles(ctx, wanted)
  const content = contentOf(messages, spoken)
  const message_id = content.text || files.length > 0 ? await receive() : null
  if (hasSkipped) await say(ctx, chat, words.skipped, first.message_id)
  return message_id

  async function receive(): Promise<string | null> {
    const { teammate } = ctx
    const { id, first_name, last_name } = first?.from ?? { id: 0 }
    const contact = { ...(first_name && { first_name }), ...(last_name && { last_name }) }
    const sent: Parameters<typeof receiveMessage>[1] = {
      teammate,
      channel: msgr,
      key: { channel: 'msgr', channel_name: '' },
      to: { open: { contact_external_id: String(id), contact, external_id: chat.chat_id } },
      opens_current: false,
      user_id: null,
      message: content.prefix + content.text,
      attachments: [],
      files,
      client_message_id: messageHash(ctx, chat, messages),
      is_async: true,
    }
    const found = (await findAddressed(ctx, sent)) ?? undefined
    try {
      const { question } = await receiveMessage(ctx, sent, found).catch(async (error: unknown) => {
        if (!isRefusal(error)) throw error
        // Nobody looks after what is said to a personal assistant.
        if (teammate.owned_by_user_id !== null) await say(ctx, chat, words.unavailable(teammate.name))
        else return keepUnanswered(ctx, sent)
        return { question: null }
      })
      if (chat.kind === 'group') await keepTitle(sent)
      return question?.id ?? null
    } catch (error) {
      // An earlier try has come so far, and was cut off before it could say so.
      if (violates(error, 'a_client_sends_a_message_once')) return await findTaken(ctx, sent)
      throw error
    }
  }

  /** A group's conversation is called as the group is called now. */
  async function keepTitle(sent: Parameters<typeof receiveMessage>[1]): Promise<void> {
    const title = chatName(chat)
    const conversation = await findAddressed(ctx, sent)
    if (!conversation || title === null || conversation.title === title) return
    const about = {
      teammate: ctx.teammate,
      channel: msgr,
      contact_channel: { id: conversation.contact_channel_id, user_id: null },
    }
    await editTitle(ctx, conversation.id, title, about)
  }
}

async function findTaken(ctx: BotContext, sent: Parameters<typeof receiveMessage>[1]): Promise<string | null> {
  const conversation = await findAddressed(ctx, sent)
  if (!conversation) return null
  const [taken] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, conversation.id),
        eq(messages.client_message_id, sent.client_message_id ?? ''),
      ),
    )
  return taken?.id ?? null
}

/** A personal assistant hears its owner alone, by the account that they have linked. */
async function isStranger(ctx: BotContext, { from }: MsgrMessage): Promise<boolean> {
  const { owned_by_user_id } = ctx.teammate
  if (owned_by_user_id === null) return false
  const [owner] = await ctx.db
    .select({ msgr_account_id: users.msgr_account_id })
    .from(users)
    .where(eq(users.id, owned_by_user_id))
  return owner?.msgr_account_id !== String(from?.id)
}

/** The same for a message that comes again, and another one for each bot that hears it: a UUID, as ids of clients are. */
function messageHash({ bot }: BotContext, { chat_id }: ChannelChatRow, messages: readonly MsgrMessage[]): string {
  const ids = messages.map(({ message_id }) => message_id).join(',')
  const hex = createHash('sha256').update(`msgr ${bot.bot_id} ${chat_id} ${ids}`).digest('hex')
  // Version 8 is for ids that are made in a way of one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What the bot says by itself is no part of the conversation, and is not tried again. */
async function say(ctx: BotContext, chat: ChannelChatRow, text: string, reply_to_message_id?: number): Promise<void> {
  const { config, cipher } = ctx.ports
  const token = cipher.decrypt(ctx.bot.token_sealed)
  const answer = await sendMessage(config, token, { ...targetOf(chat.chat_id), text, reply_to_message_id })
  if (answer.outcome !== 'granted') ctx.log.warn({ answer, chat_id: chat.id }, 'a notice could not be sent')
}

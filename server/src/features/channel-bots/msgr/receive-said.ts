import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { violates } from '#platform/db/violates.ts'
import { editTitle } from '../../conversations/edit-title.ts'
import { messages } from '../../conversations/table.ts'
import { isRefusal } from '../../replies/is-refusal.ts'
import { findAddressed } from '../../replies/keep-message.ts'
import { keepUnanswered } from '../../replies/keep-unanswered.ts'
import { receiveMessage } from '../../replies/receive-message.ts'
import type { RunFile } from '../../runs/start-run.ts'
import type { BotContext } from '../context.ts'
import { chatName } from '../present.ts'
import type { ChannelChatRow } from '../table.ts'
import { msgr } from './channel.ts'
import type { MsgrSender } from './read-update.ts'
import { say } from './say.ts'
import { wordsFor } from './texts.ts'

type Said = {
  from: MsgrSender
  message: string
  input_message: string
  /** In a group. */
  sender_name: string | undefined
  files: RunFile[]
  /** The platform's ids of all that was said together. */
  ids: readonly number[]
}

type Sent = Parameters<typeof receiveMessage>[1]

/** Hands what was said to the conversation of the chat, once; answers with its message, or null where none was kept. */
export async function receiveSaid(ctx: BotContext, chat: ChannelChatRow, said: Said): Promise<string | null> {
  const { id, first_name, last_name } = said.from
  const contact = { ...(first_name && { first_name }), ...(last_name && { last_name }) }
  const sent: Sent = {
    teammate: ctx.teammate,
    channel: msgr,
    key: { channel: 'msgr', channel_name: '' },
    to: { open: { contact_external_id: String(id), contact, external_id: chat.chat_id } },
    opens_current: false,
    user_id: null,
    message: said.message,
    input_message: said.input_message,
    sender_name: said.sender_name,
    attachments: [],
    files: said.files,
    client_message_id: messageHash(ctx, chat, said.ids),
    is_async: true,
  }
  const message_id = await keepOnce(ctx, sent, () => refuse(ctx, chat, said, sent))
  if (chat.kind === 'group') {
    await keepTitle(ctx, chat, sent).catch((error) => ctx.log.warn({ err: error }, 'a group could not be named'))
  }
  return message_id
}

async function keepOnce(ctx: BotContext, sent: Sent, onRefusal: () => Promise<string | null>): Promise<string | null> {
  const found = (await findAddressed(ctx, sent)) ?? undefined
  try {
    const { question } = await receiveMessage(ctx, sent, found)
    return question.id
  } catch (error) {
    if (isRefusal(error)) return onRefusal()
    // An earlier try has come so far, and was cut off before it could say so.
    if (violates(error, 'a_client_sends_a_message_once')) return findTaken(ctx, sent)
    throw error
  }
}

/** The teammate cannot answer now. Nobody looks after what is said to a personal assistant. */
async function refuse(ctx: BotContext, chat: ChannelChatRow, { from }: Said, sent: Sent): Promise<string | null> {
  const { name, owned_by_user_id } = ctx.teammate
  if (owned_by_user_id === null) return (await keepUnanswered(ctx, sent)).question.id
  await say(ctx, chat, wordsFor(from.language_code).unavailable(name))
  return null
}

async function findTaken(ctx: BotContext, sent: Sent): Promise<string | null> {
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

/** A group's conversation is called as the group is called now. */
async function keepTitle(ctx: BotContext, chat: ChannelChatRow, sent: Sent): Promise<void> {
  const title = chatName(chat)
  const conversation = await findAddressed(ctx, sent)
  if (!conversation || title === null || conversation.title === title) return
  const contact_channel = { id: conversation.contact_channel_id, user_id: null }
  await editTitle(ctx, conversation.id, title, { teammate: ctx.teammate, channel: msgr, contact_channel })
}

/** The same for a message that comes again, and another one for each bot that hears it: a UUID, as ids of clients are. */
function messageHash({ bot }: BotContext, { chat_id }: ChannelChatRow, ids: readonly number[]): string {
  const hex = createHash('sha256')
    .update(`msgr ${bot.bot_id} ${chat_id} ${ids.join(',')}`)
    .digest('hex')
  // Version 8 is for ids that are made in a way of one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

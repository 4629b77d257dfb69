import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { violates } from '#platform/db/violates.ts'
import { type ConversationRow, type MessageRow, messages } from '../../conversations/table.ts'
import { editTitle } from '../../conversations/titles/edit-title.ts'
import { findAddressed } from '../../replies/find-addressed.ts'
import { isRefusal } from '../../replies/is-refusal.ts'
import { receiveMessage } from '../../replies/receive-message.ts'
import { storeForOperator } from '../../replies/store-for-operator.ts'
import type { RunFile } from '../../runs/start-run.ts'
import type { BotContext } from '../context.ts'
import { chatName } from '../present.ts'
import type { ChannelChatRow, ChannelUpdateRow } from '../table.ts'
import type { Content } from './content-of.ts'
import { platformOf } from './define-platform.ts'
import type { Incoming, UpdatesTarget } from './incoming.ts'
import { noticesIn } from './texts.ts'

type Received = Incoming & Content & { files: RunFile[]; updates: readonly ChannelUpdateRow[] }

type Sent = Parameters<typeof receiveMessage>[1]

/** Adds the message to the conversation of the chat, once. Returns the message's id, or null where none was stored. */
export async function receiveIncoming(
  ctx: BotContext,
  { chat, conversation }: UpdatesTarget,
  received: Received,
): Promise<string | null> {
  const { definition, titlesPrivateChats, afterReceived } = platformOf(chat.channel)
  const { id, first_name, last_name } = received.sender
  const contact = { ...(first_name && { first_name }), ...(last_name && { last_name }) }
  const sent: Sent = {
    teammate: ctx.teammate,
    channel: definition,
    key: { channel: chat.channel, channel_name: '' },
    to: { open: { contact_external_id: id, contact, external_id: chat.chat_id } },
    opens_current: false,
    user_id: null,
    message: received.message,
    input_message: received.input_message,
    sender_name: received.sender_name,
    attachments: [],
    files: received.files,
    client_message_id: messageHash(
      ctx,
      chat,
      received.messages.map((message) => message.id),
    ),
    is_async: true,
  }
  const stored = await storeOnce(ctx, sent, conversation, () => refuse(ctx, chat, received, sent))
  if (!stored) return null
  const isTitled = chat.kind !== 'private' || titlesPrivateChats
  if (!isTitled && !afterReceived) return stored.id
  // The message has opened its conversation where there was none, or where that has been deleted meanwhile.
  const isSame = conversation?.id === stored.conversation_id
  const current = isSame ? conversation : await findAddressed(ctx, sent)
  if (!current) return stored.id
  await afterReceived?.(ctx, current, received.updates)
  if (isTitled) {
    await updateTitle(ctx, chat, sent, current).catch((error) =>
      ctx.log.warn({ err: error }, 'a chat could not be titled'),
    )
  }
  return stored.id
}

type Stored = Pick<MessageRow, 'id' | 'conversation_id'>

async function storeOnce(
  ctx: BotContext,
  sent: Sent,
  conversation: ConversationRow | null,
  onRefusal: () => Promise<Stored | null>,
): Promise<Stored | null> {
  try {
    const { question } = await receiveMessage(ctx, sent, conversation ?? undefined)
    return question
  } catch (error) {
    if (isRefusal(error)) return onRefusal()
    // An earlier attempt stored the message, but ended before it could record that.
    if (violates(error, 'a_client_sends_a_message_once')) return findStored(ctx, sent)
    throw error
  }
}

/**
 * The teammate cannot answer now: an operator gets the message. A personal assistant has no operators, so its owner gets a
 * notice.
 */
async function refuse(
  ctx: BotContext,
  chat: ChannelChatRow,
  { sender, updates }: Received,
  sent: Sent,
): Promise<Stored | null> {
  const { name, owned_by_user_id } = ctx.teammate
  if (owned_by_user_id === null) return (await storeForOperator(ctx, sent)).question
  const text = noticesIn(sender.language).unavailable(name)
  await platformOf(chat.channel).sendNotice(ctx, chat, { text, about: updates, is_reply: false })
  return null
}

async function findStored(ctx: BotContext, sent: Sent): Promise<Stored | null> {
  const conversation = await findAddressed(ctx, sent)
  if (!conversation) return null
  const [stored] = await ctx.db
    .select({ id: messages.id, conversation_id: messages.conversation_id })
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, conversation.id),
        eq(messages.client_message_id, sent.client_message_id ?? ''),
      ),
    )
  return stored ?? null
}

/** The conversation gets the current name of its chat (contract, rules 1 and 11 of chat platforms). */
async function updateTitle(
  ctx: BotContext,
  chat: ChannelChatRow,
  sent: Sent,
  conversation: ConversationRow,
): Promise<void> {
  const title = chatName(chat)
  if (title === null || conversation.title === title) return
  const contact_channel = { id: conversation.contact_channel_id, user_id: null }
  await editTitle(ctx, conversation.id, title, { teammate: ctx.teammate, channel: sent.channel, contact_channel })
}

/**
 * The same for a message that arrives again, and different for each bot that receives it. A UUID, because client ids are.
 */
function messageHash({ bot }: BotContext, { channel, chat_id }: ChannelChatRow, ids: readonly string[]): string {
  const hex = createHash('sha256')
    .update(`${channel} ${bot.bot_id} ${chat_id} ${ids.join(',')}`)
    .digest('hex')
  // Version 8 is for ids of a custom form (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

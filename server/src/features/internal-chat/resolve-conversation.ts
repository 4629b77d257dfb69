import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import { type ContactChannelRow, type ConversationRow, contactChannels, conversations } from '../conversations/table.ts'
import type { TeammateContext } from '../teammates/context.ts'

export type Chat = { conversation: ConversationRow; contact_channel: ContactChannelRow }

export const noSuchConversation = () => new AppError('not_found', 'Conversation not found')

/** The caller's own chats with the teammate, newest first: whose they are is part of the query. */
export const ownChats = (ctx: TeammateContext, more?: SQL): SQL | undefined =>
  and(
    eq(conversations.organization_id, ctx.organization.id),
    eq(conversations.employee_id, ctx.teammate.id),
    eq(conversations.channel, 'employee_chat'),
    eq(contactChannels.user_id, ctx.user.id),
    isNull(conversations.deleted_at),
    more,
  )

async function findOne(ctx: TeammateContext, more?: SQL): Promise<Chat | null> {
  const [found] = await ctx.db
    .select({ conversation: conversations, contact_channel: contactChannels })
    .from(conversations)
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(ownChats(ctx, more))
    .orderBy(desc(conversations.last_message_at), desc(conversations.id))
    .limit(1)
  return found ?? null
}

export async function findOwnChat(ctx: TeammateContext, conversation_id: string): Promise<Chat> {
  const found = await findOne(ctx, eq(conversations.id, conversation_id))
  if (!found) throw noSuchConversation()
  return found
}

/** The chat that is meant when none is named: the current one, else the latest. */
export async function findCurrentChat(ctx: TeammateContext): Promise<Chat | null> {
  const current = await findOne(ctx, eq(conversations.id, contactChannels.current_conversation_id))
  return current ?? findOne(ctx)
}

/** The contract's order: a new one when asked for, the named one, the current one, the latest, else a first one. */
export async function resolveChat(
  ctx: TeammateContext,
  {
    conversation_id,
    create_new_conversation,
  }: { conversation_id?: string | undefined; create_new_conversation: boolean },
): Promise<Chat> {
  if (!create_new_conversation) {
    const found = conversation_id ? await findOwnChat(ctx, conversation_id) : await findCurrentChat(ctx)
    if (found) return found
  }
  return openChat(ctx)
}

/** Begins a chat and makes it the current one. */
export function openChat(ctx: TeammateContext): Promise<Chat> {
  return ctx.transaction(async (ctx) => {
    const { user, teammate } = ctx
    const chat = await openConversation(ctx, {
      channel: 'employee_chat',
      channel_name: '',
      employee_id: teammate.id,
      contact_external_id: user.id,
      contact: { ...(user.name && { first_name: user.name }), email: user.email },
      user_id: user.id,
    })
    await ctx.db
      .update(contactChannels)
      .set({ current_conversation_id: chat.conversation.id })
      .where(eq(contactChannels.id, chat.contact_channel.id))
    return chat
  })
}

import { and, desc, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { InternalMessages, InternalMessagesQuery } from '#contracts/internal-chat.ts'
import { paginate } from '#platform/db/paginate.ts'
import { presentConversation } from '../conversations/present.ts'
import { conversations } from '../conversations/table.ts'
import { listMessagesBefore } from '../replies/list-messages-before.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { chatsWithTeammate, findCurrentChat, findOwnChat } from './access.ts'

/** The messages of a chat, newest first, from `before` on. */
export async function listInternalMessages(
  ctx: TeammateContext,
  { conversation_id, before, limit }: z.output<typeof InternalMessagesQuery>,
): Promise<InternalMessages> {
  const chat = conversation_id ? await findOwnChat(ctx, conversation_id) : await findCurrentChat(ctx)
  if (!chat) return { conversation: null, data: [], limit, hasMore: false, next: null }

  const { conversation } = chat
  const { show_thinking } = ctx.teammate
  return {
    conversation: presentConversation(conversation),
    ...(await listMessagesBefore(ctx, { conversation_id: conversation.id, before, limit, show_thinking })),
  }
}

/** The caller's chats with the teammate that have messages, newest first. */
export async function listInternalConversations(ctx: TeammateContext, page: { page: number; limit: number }) {
  const listed = ctx.db
    .select()
    .from(conversations)
    .where(and(chatsWithTeammate(ctx), isNull(conversations.deleted_at), isNotNull(conversations.last_message_at)))
    .orderBy(desc(conversations.last_message_at), desc(conversations.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return { ...found, data: found.data.map(presentConversation) }
}

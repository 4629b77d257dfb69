import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { InternalMessages, InternalMessagesQuery } from '#contracts/internal-chat.ts'
import { paginate } from '#platform/db/paginate.ts'
import { presentConversation, presentMessages } from '../conversations/present.ts'
import { conversations, messages } from '../conversations/table.ts'
import { withLiveAnswers } from '../replies/read-live-answers.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { chatsWithTeammate, findCurrentChat, findOwnChat } from './access.ts'

/** The messages of a chat, newest first, from `before` on. */
export async function listInternalMessages(
  ctx: TeammateContext,
  { conversation_id, before, limit }: z.output<typeof InternalMessagesQuery>,
): Promise<InternalMessages> {
  const chat = conversation_id ? await findOwnChat(ctx, conversation_id) : await findCurrentChat(ctx)
  if (!chat) return { conversation: null, data: [], limit, hasMore: false, next: null }

  const rows = await ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, chat.conversation.id),
        isNull(messages.deleted_at),
        before ? lt(messages.id, before) : undefined,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return {
    conversation: presentConversation(chat.conversation),
    data: await presentMessages(ctx, await withLiveAnswers(ctx, page), ctx.teammate),
    limit,
    hasMore,
    next: hasMore ? (page.at(-1)?.id ?? null) : null,
  }
}

/** The caller's chats with the teammate in which something was said, newest first. */
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

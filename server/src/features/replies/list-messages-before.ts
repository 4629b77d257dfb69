import { and, desc, lt } from 'drizzle-orm'
import type { Message } from '#contracts/conversations.ts'
import { messagesOf } from '../conversations/messages/find-message.ts'
import { presentMessages } from '../conversations/present.ts'
import { messages } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { withLiveAnswers } from './read-live-answers.ts'

type Wanted = {
  conversation_id: string
  /** The `next` of the page before; absent: the newest. */
  before: string | undefined
  limit: number
  show_thinking: boolean
}

type MessagesBefore = { data: Message[]; limit: number; hasMore: boolean; next: string | null }

/**
 * Messages of a conversation that the caller may read, newest first, with unfinished answers as they are at this moment.
 */
export async function listMessagesBefore(
  ctx: OrgContext,
  { conversation_id, before, limit, show_thinking }: Wanted,
): Promise<MessagesBefore> {
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(and(messagesOf(ctx, conversation_id), before ? lt(messages.id, before) : undefined))
    .orderBy(desc(messages.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return {
    data: await presentMessages(ctx, await withLiveAnswers(ctx, page), { show_thinking }),
    limit,
    hasMore,
    next: hasMore ? (page.at(-1)?.id ?? null) : null,
  }
}

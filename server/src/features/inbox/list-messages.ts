import { desc } from 'drizzle-orm'
import type { Message } from '#contracts/conversations.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { channelOf } from '../conversations/define-channel.ts'
import { messagesOf } from '../conversations/messages/find-message.ts'
import { presentMessages } from '../conversations/present.ts'
import { type MessageRow, messages } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import { withLiveAnswers } from '../replies/read-live-answers.ts'
import { findConversation } from './access.ts'

/** The messages of a conversation for operators, newest first. */
export async function listMessages(
  ctx: MemberContext,
  conversation_id: string,
  page: { page: number; limit: number },
): Promise<Page<Message>> {
  const { conversation, teammate } = await findConversation(ctx, conversation_id)
  const listed = ctx.db
    .select()
    .from(messages)
    .where(messagesOf(ctx, conversation_id))
    .orderBy(desc(messages.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  const rows = await withLiveAnswers(ctx, found.data)
  const shown = channelOf(conversation).streamsToInbox ? rows : rows.filter(hasSomethingToShow)
  const data = await presentMessages(ctx, shown, {
    show_thinking: teammate.show_thinking,
    delivers: conversation.delivers_by !== null,
  })
  // Only messages on the newest page are hidden.
  return { ...found, data, total: found.total - (rows.length - shown.length) }
}

/**
 * The contract hides an answer in progress until it has text; channels that stream to the inbox show it from the start. Needs the
 * live answer, because the stored one lags behind.
 */
const hasSomethingToShow = ({ status, content, waiting_since }: MessageRow): boolean =>
  status !== 'in_progress' || content !== '' || waiting_since !== null

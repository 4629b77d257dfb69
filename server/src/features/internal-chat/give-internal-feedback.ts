import { and, eq, isNull } from 'drizzle-orm'
import type { Feedback, Message } from '#contracts/conversations.ts'
import { AppError } from '#platform/error.ts'
import { giveFeedback } from '../conversations/give-feedback.ts'
import { messages } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import { aboutChat, findVisibleChat } from './access.ts'

/** What a person thinks of an answer in a chat of their own. */
export function giveInternalFeedback(
  ctx: MemberContext,
  { conversation_id, message_id }: { conversation_id: string; message_id: string },
  feedback: Feedback,
): Promise<Message> {
  return ctx.transaction(async (ctx) => {
    const chat = await findVisibleChat(ctx, conversation_id)
    const [message] = await ctx.db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.organization_id, ctx.organization.id),
          eq(messages.conversation_id, conversation_id),
          eq(messages.id, message_id),
          isNull(messages.deleted_at),
        ),
      )
    if (!message) throw new AppError('not_found', 'Message not found')
    return giveFeedback(ctx, message, feedback, aboutChat(chat.teammate, chat))
  })
}

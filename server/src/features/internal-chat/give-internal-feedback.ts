import type { Feedback, Message } from '#contracts/conversations.ts'
import { giveFeedback } from '../conversations/feedback/give-feedback.ts'
import { findMessage } from '../conversations/messages/find-message.ts'
import type { MemberContext } from '../organizations/context.ts'
import { findVisibleChat, partiesOfChat } from './access.ts'

/** What a person thinks of an answer in a chat of their own. */
export function giveInternalFeedback(
  ctx: MemberContext,
  which: { conversation_id: string; message_id: string },
  feedback: Feedback,
): Promise<Message> {
  return ctx.transaction(async (ctx) => {
    const chat = await findVisibleChat(ctx, which.conversation_id)
    const message = await findMessage(ctx, which)
    return giveFeedback(ctx, message, feedback, partiesOfChat(chat.teammate, chat))
  })
}

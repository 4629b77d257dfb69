import type { Message } from '#contracts/conversations.ts'
import { resendMessage as makeDue } from '../conversations/deliveries/resend-message.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { findMessage, noSuchMessage } from '../conversations/messages/find-message.ts'
import { presentMessages } from '../conversations/present.ts'
import type { MemberContext } from '../organizations/context.ts'
import { findConversation } from './access.ts'
import { assignedToAnother } from './assigned-to-another.ts'

/** Redelivers a failed message, without a takeover. In a colleague's conversation only the colleague may. */
export async function resendMessage(
  ctx: MemberContext,
  which: { conversation_id: string; message_id: string },
): Promise<Message> {
  const { teammate, parties } = await findConversation(ctx, which.conversation_id)
  return ctx.transaction(async (ctx) => {
    const { assigned_user_id } = await lockConversation(ctx, which.conversation_id)
    if (assigned_user_id !== null && assigned_user_id !== ctx.user.id) throw assignedToAnother()
    await makeDue(ctx, await findMessage(ctx, which), parties)
    const shown = { show_thinking: teammate.show_thinking, delivers: true }
    const [presented] = await presentMessages(ctx, [await findMessage(ctx, which)], shown)
    if (!presented) throw noSuchMessage()
    return presented
  })
}

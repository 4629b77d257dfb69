import type { Message } from '#contracts/conversations.ts'
import { AppError } from '#platform/error.ts'
import { announceConversation, inboxStateOf } from '../conversations/announce-conversation.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { announceMessageDeletion, announceMessageUpdate } from '../conversations/messages/announce-message.ts'
import { changeMessage, removeReply } from '../conversations/messages/change-message.ts'
import { findMessage, noSuchMessage } from '../conversations/messages/find-message.ts'
import { presentMessages } from '../conversations/present.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { findConversation } from './access.ts'

type Which = { conversation_id: string; message_id: string }

/** Anyone who wrote a reply may change it. */
export async function editOperatorMessage(ctx: MemberContext, which: Which, content: string): Promise<Message> {
  const { conversation, teammate, parties } = await findConversation(ctx, which.conversation_id)
  const message = await findMessage(ctx, { ...which, role: 'operator' })
  if (message.user_id !== ctx.user.id) throw notAllowed()
  return ctx.transaction(async (ctx) => {
    const changed = await changeMessage(ctx, conversation, message.id, content)
    const shown = { show_thinking: teammate.show_thinking, delivers: conversation.delivers_by !== null }
    const [presented] = await presentMessages(ctx, [changed], shown)
    if (!presented) throw noSuchMessage()
    await announceMessageUpdate(ctx, presented, parties)
    return presented
  })
}

/** Admins and owners may delete others' messages. */
export async function deleteOperatorMessage(ctx: MemberContext, which: Which): Promise<void> {
  const { parties } = await findConversation(ctx, which.conversation_id)
  const message = await findMessage(ctx, { ...which, role: 'operator' })
  if (message.user_id !== ctx.user.id && !isAdmin(ctx.role)) throw notAllowed()
  await ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, which.conversation_id)
    const after = await removeReply(ctx, before, message.id)
    await announceMessageDeletion(ctx, message, parties)
    await announceConversation(ctx, after, parties, inboxStateOf(before))
  })
}

const notAllowed = () => new AppError('forbidden', 'You are not allowed to do this')

import { and, eq, isNull } from 'drizzle-orm'
import type { Message } from '#contracts/conversations.ts'
import { AppError } from '#platform/error.ts'
import { announceConversation, standingOf } from '../conversations/announce-conversation.ts'
import { announceMessageDeletion, announceMessageUpdate } from '../conversations/announce-message.ts'
import { changeMessage, removeReply } from '../conversations/change-message.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { presentMessages } from '../conversations/present.ts'
import { type MessageRow, messages } from '../conversations/table.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { findConversation } from './access.ts'

type Which = { conversation_id: string; message_id: string }

/** Whoever wrote a reply may change it. */
export async function editOperatorMessage(ctx: MemberContext, which: Which, content: string): Promise<Message> {
  const { conversation, teammate, about } = await findConversation(ctx, which.conversation_id)
  const message = await findReply(ctx, which)
  if (message.user_id !== ctx.user.id) throw notAllowed()
  return ctx.transaction(async (ctx) => {
    const changed = await changeMessage(ctx, conversation, message.id, content)
    const shown = { show_thinking: teammate.show_thinking, delivers: conversation.delivers_by !== null }
    const [presented] = await presentMessages(ctx, [changed], shown)
    if (!presented) throw noSuchMessage()
    await announceMessageUpdate(ctx, presented, about)
    return presented
  })
}

/** Admins and owners may delete what others wrote. */
export async function deleteOperatorMessage(ctx: MemberContext, which: Which): Promise<void> {
  const { about } = await findConversation(ctx, which.conversation_id)
  const message = await findReply(ctx, which)
  if (message.user_id !== ctx.user.id && !isAdmin(ctx.role)) throw notAllowed()
  await ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, which.conversation_id)
    const after = await removeReply(ctx, before, message.id)
    await announceMessageDeletion(ctx, message, about)
    await announceConversation(ctx, after, about, standingOf(before))
  })
}

async function findReply(ctx: MemberContext, { conversation_id, message_id }: Which): Promise<MessageRow> {
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, conversation_id),
        eq(messages.id, message_id),
        eq(messages.role, 'operator'),
        isNull(messages.deleted_at),
      ),
    )
  if (!row) throw noSuchMessage()
  return row
}

const noSuchMessage = () => new AppError('not_found', 'Message not found')
const notAllowed = () => new AppError('forbidden', 'You are not allowed to do this')

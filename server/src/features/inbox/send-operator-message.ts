import { and, eq } from 'drizzle-orm'
import type { Message } from '#contracts/conversations.ts'
import type { OperatorMessage } from '#contracts/inbox.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { announceConversation, inboxStateOf } from '../conversations/announce-conversation.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { addMessage } from '../conversations/messages/add-message.ts'
import { announceMessage } from '../conversations/messages/announce-message.ts'
import { presentMessages } from '../conversations/present.ts'
import { messages } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import { takeOver } from '../replies/change-hands.ts'
import { findConversation } from './access.ts'
import { assignedToAnother } from './assigned-to-another.ts'

/** Replies to the contact. Anyone who replies has the conversation: it is taken over from the teammate, never from a colleague. */
export async function sendOperatorMessage(ctx: MemberContext, id: string, body: OperatorMessage): Promise<Message> {
  const { conversation, teammate, parties } = await findConversation(ctx, id)
  const before = await findSent(ctx, id, body.client_message_id)
  if (before) return presentOne(ctx, before, teammate)
  if (conversation.assigned_user_id === null) await takeOver(ctx, id, ctx.user, parties)
  try {
    return await ctx.transaction(async (ctx) => {
      const locked = await lockConversation(ctx, id)
      if (locked.assigned_user_id !== ctx.user.id) throw assignedToAnother()
      const added = await addMessage(ctx, locked, { role: 'operator', user_id: ctx.user.id, ...body })
      const presented = await presentOne(ctx, added.message, teammate)
      await announceMessage(ctx, presented, parties)
      await announceConversation(ctx, added.conversation, parties, inboxStateOf(locked))
      return presented
    })
  } catch (error) {
    const isSecond = violates(error, 'an_operator_sends_a_message_once')
    const first = isSecond ? await findSent(ctx, id, body.client_message_id) : null
    if (!first) throw error
    return presentOne(ctx, first, teammate)
  }
}

async function presentOne(ctx: MemberContext, row: typeof messages.$inferSelect, teammate: { show_thinking: boolean }) {
  const [presented] = await presentMessages(ctx, [row], { show_thinking: teammate.show_thinking, delivers: true })
  if (!presented) throw new Error('The message is gone')
  return presented
}

/** The message that the caller sent before under this id. */
async function findSent(ctx: MemberContext, conversation_id: string, client_message_id: string | undefined) {
  if (!client_message_id) return null
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.user_id, ctx.user.id),
        eq(messages.client_message_id, client_message_id),
      ),
    )
  if (!row) return null
  if (row.conversation_id === conversation_id) return row
  throw new AppError('conflict', 'This id belongs to another message', { code: 'CLIENT_MESSAGE_ID_TAKEN' })
}

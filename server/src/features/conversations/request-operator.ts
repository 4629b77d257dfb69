import { eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { addMessage } from './add-message.ts'
import { announceConversation, standingOf } from './announce-conversation.ts'
import { announceMessage } from './announce-message.ts'
import type { About } from './define-channel.ts'
import { lockConversation } from './lock-conversation.ts'
import { presentMessage } from './present.ts'
import { type ConversationRow, conversations } from './table.ts'

/**
 * The contact wants a person, or the teammate cannot go on without one: the conversation waits in the inbox until
 * somebody takes it over. Nothing changes where it waits already, or where an operator has it.
 */
export function requestOperator(ctx: OrgContext, id: string, about: About): Promise<ConversationRow> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, id)
    if (before.assigned_user_id !== null || before.status === 'waiting_for_operator') return before
    const [row] = await ctx.db
      .update(conversations)
      .set({ status: 'waiting_for_operator', unanswered_since: ctx.now() })
      .where(eq(conversations.id, id))
      .returning()
    if (!row) throw new Error('The conversation is gone')
    const { message } = await addMessage(ctx, row, {
      role: 'system',
      content: 'A person was asked to join the conversation.',
      system_event: { type: 'operator_requested', user_name: null },
    })
    await announceMessage(ctx, presentMessage(message, [], about.teammate), about)
    await announceConversation(ctx, row, about, standingOf(before))
    return row
  })
}

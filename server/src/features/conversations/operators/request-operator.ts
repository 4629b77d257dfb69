import { eq } from 'drizzle-orm'
import type { OperatorRequestedBy } from '#contracts/conversations.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { announceConversation, inboxStateOf } from '../announce-conversation.ts'
import type { ConversationParties } from '../define-channel.ts'
import { lockConversation } from '../lock-conversation.ts'
import { addMessage } from '../messages/add-message.ts'
import { announceMessage } from '../messages/announce-message.ts'
import { presentMessage } from '../present.ts'
import { type ConversationRow, conversations } from '../table.ts'

const contents: Record<OperatorRequestedBy, string> = {
  contact: 'The contact asked for a person.',
  teammate: 'The teammate asked for a person.',
  failure: 'The teammate could not answer, and a person was asked to.',
}

/** Not where an operator has the conversation, or one was asked for and did not come yet. */
export function mayRequestOperator({ assigned_user_id, status, unanswered_since }: ConversationRow): boolean {
  if (assigned_user_id !== null || status === 'waiting_for_operator') return false
  return status !== 'archived' || unanswered_since === null
}

/**
 * The contact wants a person, or the teammate cannot continue without one: the conversation waits in the inbox until
 * someone takes it over, and an archived one as soon as it is taken out. Nothing changes where it waits already, or where
 * an operator has it.
 */
export function requestOperator(
  ctx: OrgContext,
  id: string,
  parties: ConversationParties,
  requested_by: OperatorRequestedBy,
): Promise<ConversationRow> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, id)
    if (!mayRequestOperator(before)) return before
    const [row] = await ctx.db
      .update(conversations)
      .set({
        ...(before.status !== 'archived' && { status: 'waiting_for_operator' }),
        unanswered_since: ctx.now(),
      })
      .where(eq(conversations.id, id))
      .returning()
    if (!row) throw new Error('The conversation is gone')
    const { message } = await addMessage(ctx, row, {
      role: 'system',
      content: contents[requested_by],
      system_event: { type: 'operator_requested', user_name: null, requested_by },
    })
    await announceMessage(ctx, presentMessage(message, [], parties.teammate), parties)
    await announceConversation(ctx, row, parties, inboxStateOf(before))
    return row
  })
}

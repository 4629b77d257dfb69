import { eq, sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { unansweredSince } from '../messages/find-unanswered.ts'
import { type ConversationRow, conversations } from '../table.ts'

/**
 * Gives a conversation that the caller has locked to an operator, or back to the teammate (null). The epoch is raised:
 * whatever was begun before is not published any more. `remains_waiting`: a contact who waits for an operator waits for another one.
 */
export async function changeOwner(
  ctx: OrgContext,
  conversation: ConversationRow,
  user_id: string | null,
  { remains_waiting = false }: { remains_waiting?: boolean } = {},
): Promise<ConversationRow> {
  const waitsOn = user_id === null && remains_waiting && conversation.unanswered_since !== null
  const unanswered_since = waitsOn ? conversation.unanswered_since : null
  const status = waitsOn ? 'waiting_for_operator' : 'active'
  const [row] = await ctx.db
    .update(conversations)
    .set({
      assigned_user_id: user_id,
      epoch: sql`${conversations.epoch} + 1`,
      status: conversation.status === 'archived' ? 'archived' : status,
      unanswered_since: user_id === null ? unanswered_since : await unansweredSince(ctx, conversation),
    })
    .where(eq(conversations.id, conversation.id))
    .returning()
  if (!row) throw new Error('The conversation is gone')
  return row
}

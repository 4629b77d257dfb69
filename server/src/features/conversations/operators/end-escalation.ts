import { and, desc, eq, sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { announceConversation, inboxStateOf } from '../announce-conversation.ts'
import type { ConversationParties } from '../define-channel.ts'
import { lockConversation } from '../lock-conversation.ts'
import { conversations, messages } from '../table.ts'

/**
 * The teammate has answered after it had failed, so nobody has to come any more. Nothing changes where an operator has the
 * conversation, or where the contact or the teammate asked for a person: an answer in between is not what they wanted.
 */
export function endEscalation(ctx: OrgContext, id: string, parties: ConversationParties): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, id)
    if (before.assigned_user_id !== null || before.unanswered_since === null) return
    const [request] = await ctx.db
      .select({ event: messages.system_event })
      .from(messages)
      .where(
        and(
          eq(messages.organization_id, ctx.organization.id),
          eq(messages.conversation_id, id),
          eq(messages.role, 'system'),
          sql`${messages.system_event} ->> 'type' = 'operator_requested'`,
        ),
      )
      .orderBy(desc(messages.id))
      .limit(1)
    if (request?.event?.requested_by !== 'failure') return
    const [row] = await ctx.db
      .update(conversations)
      .set({ unanswered_since: null, ...(before.status !== 'archived' && { status: 'active' }) })
      .where(eq(conversations.id, id))
      .returning()
    if (row) await announceConversation(ctx, row, parties, inboxStateOf(before))
  })
}

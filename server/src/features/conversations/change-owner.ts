import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { type ConversationRow, conversations, messages } from './table.ts'

/**
 * Gives a conversation that the caller has locked to an operator, or back to the teammate (null). The epoch is raised:
 * whatever was begun before is not published any more.
 */
export async function changeOwner(
  ctx: OrgContext,
  conversation: ConversationRow,
  user_id: string | null,
): Promise<ConversationRow> {
  const [row] = await ctx.db
    .update(conversations)
    .set({
      assigned_user_id: user_id,
      epoch: sql`${conversations.epoch} + 1`,
      status: conversation.status === 'waiting_for_operator' ? 'active' : conversation.status,
      unanswered_since: user_id === null ? null : await unansweredSince(ctx, conversation),
    })
    .where(eq(conversations.id, conversation.id))
    .returning()
  if (!row) throw new Error('The conversation is gone')
  return row
}

/** Since when the contact waits, where what was said last is theirs; an answer that is not finished does not count. */
async function unansweredSince(ctx: OrgContext, conversation: ConversationRow): Promise<Date | null> {
  if (conversation.unanswered_since) return conversation.unanswered_since
  const [last] = await ctx.db
    .select({ role: messages.role, created_at: messages.created_at })
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, conversation.id),
        ne(messages.role, 'system'),
        ne(messages.status, 'in_progress'),
        isNull(messages.deleted_at),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  return last?.role === 'contact' ? last.created_at : null
}

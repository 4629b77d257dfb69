import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { type ConversationRow, messages } from './table.ts'

/** Since when the contact waits, where what was said last is theirs; an answer that is not finished does not count. */
export async function unansweredSince(ctx: OrgContext, conversation: ConversationRow): Promise<Date | null> {
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

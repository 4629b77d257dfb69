import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { type ConversationRow, type MessageRow, messages } from '../table.ts'
import { messagesOf } from './find-message.ts'

/** An answer that was stopped before its first word, and an automatic notice, do not count as answers. */
const isQuestionOrAnswer = and(
  inArray(messages.role, ['contact', 'ai', 'operator']),
  eq(messages.status, 'completed'),
  or(ne(messages.content, ''), eq(messages.is_stopped, false)),
)

/** The contact wants a person, whatever they wrote before; a failure of the teammate is over once it has answered. */
const isRequestForPerson = and(
  eq(messages.role, 'system'),
  sql`${messages.system_event} ->> 'type' = 'operator_requested'`,
  sql`${messages.system_event} ->> 'requested_by' is distinct from 'failure'`,
)

/** The contact's last message, where neither a teammate nor an operator has answered since. */
export async function findUnanswered(ctx: OrgContext, conversation_id: string): Promise<MessageRow | null> {
  const last = await findLast(ctx, conversation_id, isQuestionOrAnswer)
  return last?.role === 'contact' ? last : null
}

/** Since when the contact waits: for an answer, or for the person they asked for. Null where they do not. */
export async function unansweredSince(ctx: OrgContext, conversation: ConversationRow): Promise<Date | null> {
  const last = await findLast(ctx, conversation.id, or(isQuestionOrAnswer, isRequestForPerson))
  const isWaiting = last?.role === 'contact' || last?.role === 'system'
  return isWaiting ? (conversation.unanswered_since ?? last.created_at) : null
}

async function findLast(ctx: OrgContext, conversation_id: string, which: SQL | undefined): Promise<MessageRow | null> {
  const [last] = await ctx.db
    .select()
    .from(messages)
    .where(and(messagesOf(ctx, conversation_id), which))
    .orderBy(desc(messages.id))
    .limit(1)
  return last ?? null
}

import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type ConversationRow, conversations } from './table.ts'

/** A conversation that nobody else changes until this transaction ends; 404 where it was deleted. */
export async function lockConversation(ctx: OrgContext, id: string): Promise<ConversationRow> {
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.organization_id, ctx.organization.id),
        eq(conversations.id, id),
        isNull(conversations.deleted_at),
      ),
    )
    .for('update')
  if (!row) throw new AppError('not_found', 'Conversation not found')
  return row
}

import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { searchedText } from '../messages/searched-text.ts'
import { type MessageRow, messages, messageTexts } from '../table.ts'

/**
 * Leaves of a finished answer its beginning alone, as one that was stopped there; of nothing at all it is deleted. Null where it
 * is not finished, is gone, or does not begin like that.
 */
export async function cutMessage(ctx: OrgContext, id: string, beginning: string): Promise<MessageRow | null> {
  const ofMessage = and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, id))
  const [row] = await ctx.db
    .update(messages)
    .set({
      content: beginning,
      is_stopped: true,
      // The time that the model took says nothing of when the answer was stopped.
      generation_ms: null,
      ...(beginning === '' && { deleted_at: ctx.now() }),
    })
    .where(
      and(
        ofMessage,
        eq(messages.role, 'ai'),
        ne(messages.status, 'in_progress'),
        isNull(messages.deleted_at),
        sql`starts_with(${messages.content}, ${beginning})`,
      ),
    )
    .returning()
  if (!row) return null
  const ofText = and(eq(messageTexts.organization_id, ctx.organization.id), eq(messageTexts.message_id, id))
  if (beginning === '') await ctx.db.delete(messageTexts).where(ofText)
  else
    await ctx.db
      .update(messageTexts)
      .set({ text: searchedText(beginning) })
      .where(ofText)
  return row
}

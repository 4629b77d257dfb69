import { and, eq, sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { channelOf } from '../define-channel.ts'
import { searchedText } from '../messages/searched-text.ts'
import { conversations, type MessageRow, messages, messageTexts } from '../table.ts'

type Shown = Pick<MessageRow, 'content' | 'stream_index' | 'stream_reasoning' | 'stream_tools'>

/**
 * Ends an answer that is not to be published any further: what was shown of it stays as it was, and one of which nothing
 * was shown is deleted. Without `shown`, what was saved counts. Null where it was over already.
 */
export async function closeAnswer(ctx: OrgContext, id: string, at: Date, shown?: Shown): Promise<MessageRow | null> {
  const isEmpty = shown ? sql`${shown.content === ''}` : sql`${messages.content} = ''`
  const [row] = await ctx.db
    .update(messages)
    .set({
      ...shown,
      status: 'completed',
      is_stopped: true,
      waiting_since: null,
      waiting_for: null,
      completed_at: at,
      deleted_at: sql`case when ${isEmpty} then ${at.toISOString()}::timestamptz end`,
    })
    .where(and(eq(messages.id, id), eq(messages.status, 'in_progress')))
    .returning()
  if (row && !row.deleted_at) await saveSearchText(ctx, row)
  return row ?? null
}

async function saveSearchText(ctx: OrgContext, { id, conversation_id, content }: MessageRow): Promise<void> {
  const [conversation] = await ctx.db.select().from(conversations).where(eq(conversations.id, conversation_id))
  if (!conversation || !channelOf(conversation).searchable) return
  const { organization_id, contact_channel_id, employee_id } = conversation
  const text = searchedText(content)
  await ctx.db
    .insert(messageTexts)
    .values({ organization_id, contact_channel_id, employee_id, conversation_id, message_id: id, text })
    .onConflictDoNothing()
}

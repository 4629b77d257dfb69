import { and, eq, type SQL } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { type MessageRow, messages } from '../table.ts'

/** The columns that change while an answer streams. */
export type PartialAnswer = Pick<
  MessageRow,
  'content' | 'stream_index' | 'stream_reasoning' | 'stream_tools' | 'waiting_since' | 'waiting_for'
>

/** Saves a growing answer so far, for anyone who reads it meanwhile. Null where it is finished or `onlyIf` does not hold. */
export async function savePartialAnswer(
  ctx: OrgContext,
  id: string,
  written: PartialAnswer,
  onlyIf: SQL,
): Promise<MessageRow | null> {
  const [row] = await ctx.db
    .update(messages)
    .set(written)
    .where(and(eq(messages.id, id), eq(messages.status, 'in_progress'), onlyIf))
    .returning()
  return row ?? null
}

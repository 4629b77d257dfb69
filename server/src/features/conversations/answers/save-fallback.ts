import { and, eq, type SQL } from 'drizzle-orm'
import type { ModelFallback } from '#contracts/conversations.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { messages } from '../table.ts'

/** Records on an unfinished answer that a fallback model writes it. */
export async function saveFallback(
  ctx: OrgContext,
  id: string,
  model_fallback: ModelFallback,
  onlyIf: SQL,
): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ model_fallback })
    .where(and(eq(messages.id, id), eq(messages.status, 'in_progress'), onlyIf))
}

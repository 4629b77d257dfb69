import { eq } from 'drizzle-orm'
import { messages } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type Finishing, finishAlone } from '../runs/finish-run.ts'
import type { RunRow } from '../runs/table.ts'

/**
 * A person took the conversation over while the answer was being written: it is not published, though what it cost is
 * kept. Nothing happens where the run is no longer held by this process, because then another one writes the answer.
 */
export async function dropAnswer(ctx: OrgContext, run: RunRow, finishing: Finishing): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const cancelled = { ...finishing, status: 'cancelled' as const, error: null, error_code: null }
    if (!(await finishAlone(ctx, cancelled))) return
    if (!run.assistant_message_id) return
    await ctx.db
      .update(messages)
      .set({ status: 'completed', completed_at: finishing.ended_at, deleted_at: finishing.ended_at })
      .where(eq(messages.id, run.assistant_message_id))
  })
}

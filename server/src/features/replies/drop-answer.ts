import { discardAnswer } from '../conversations/discard-answer.ts'
import type { OrgContext } from '../organizations/context.ts'
import { finishRun, type RunEnd } from '../runs/finish-run.ts'
import type { RunRow } from '../runs/table.ts'

/**
 * A person took the conversation over while the answer was being written: it is not published, though what it cost is
 * booked. Nothing happens where this process no longer holds the run, because then another one writes the answer.
 */
export async function dropAnswer(ctx: OrgContext, run: RunRow, end: RunEnd): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const cancelled = { ...end, status: 'cancelled' as const, error: null, error_code: null }
    if (!(await finishRun(ctx, cancelled))) return
    if (run.assistant_message_id) await discardAnswer(ctx, run.assistant_message_id, end.ended_at)
  })
}

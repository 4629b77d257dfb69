import { closeAnswer } from '../../conversations/answers/close-answer.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { finishRun, type RunEnd } from '../../runs/finish-run.ts'
import type { RunRow } from '../../runs/table.ts'
import { cutAnswer } from './cut-answer.ts'

/**
 * The conversation changed hands while the answer was being written: what was not shown of it yet is not published, though
 * what it cost is booked. Nothing happens where this process no longer holds the run, because then another one writes
 * the answer. Without `parties` the conversation itself is gone, and nothing is pushed.
 */
export async function dropAnswer(
  ctx: OrgContext,
  run: RunRow,
  end: RunEnd,
  parties?: ConversationParties,
  shown?: Parameters<typeof closeAnswer>[3],
): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const cancelled = { ...end, status: 'cancelled' as const, error: null, error_code: null }
    if (!(await finishRun(ctx, cancelled))) return
    const { assistant_message_id: id } = run
    if (!id) return
    if (parties) await cutAnswer(ctx, id, parties, shown)
    else await closeAnswer(ctx, id, end.ended_at)
  })
}

import { and, eq } from 'drizzle-orm'
import { messages } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type RunRow, runs } from '../../runs/table.ts'

/** An answer, and the run that writes or wrote it. */
export type Answered = { run: RunRow; answer: { id: string; conversation_id: string } }

/** An answer that can be spoken: it is being written, waits or is whole. */
export async function findAnswer(
  ctx: OrgContext,
  conversation_id: string,
  message_id: string,
): Promise<Answered | null> {
  const [found] = await ctx.db
    .select({ run: runs, answer: { id: messages.id, conversation_id: messages.conversation_id } })
    .from(messages)
    .innerJoin(runs, eq(runs.id, messages.run_id))
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, conversation_id),
        eq(messages.id, message_id),
      ),
    )
  return found ?? null
}

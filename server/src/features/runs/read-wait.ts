import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { WaitingFor } from '#contracts/waiting.ts'
import type { Context } from '#platform/context.ts'
import { ASKED_KINDS, presentWait } from './questions/question.ts'
import { runSuspensions } from './table.ts'

/** The earliest of what a run waits for, people's part first; null where nothing of it is unanswered. */
export async function readWait(ctx: Context, run_id: string): Promise<WaitingFor | null> {
  const [waiting] = await ctx.db
    .select()
    .from(runSuspensions)
    .where(and(eq(runSuspensions.run_id, run_id), isNull(runSuspensions.answered_at)))
    .orderBy(desc(inArray(runSuspensions.kind, ASKED_KINDS)), asc(runSuspensions.seq))
    .limit(1)
  return waiting ? presentWait(waiting) : null
}

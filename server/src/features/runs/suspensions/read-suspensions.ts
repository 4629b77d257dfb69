import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { unpackPayload } from '../log/payload.ts'
import { runSteps, runSuspensions } from '../table.ts'

/** `is_due` where the time came without an answer. */
export type StepAnswer = { value: unknown; is_due: boolean }

/** The answers by the number of the step; null while it waits. */
export type Suspensions = Map<number, { kind: string; cursor?: string; answer: StepAnswer | null }>

export async function readSuspensions(ctx: Context, run_id: string): Promise<Suspensions> {
  const rows = await ctx.db
    .select({ of: runSuspensions, cursor: runSteps.cursor })
    .from(runSuspensions)
    .leftJoin(runSteps, and(eq(runSteps.run_id, runSuspensions.run_id), eq(runSteps.seq, runSuspensions.seq)))
    .where(eq(runSuspensions.run_id, run_id))
  return new Map(
    rows.map(({ of: { seq, kind, answer, answered_at }, cursor }) => [
      seq,
      {
        kind,
        cursor: cursor ?? '',
        answer: answered_at ? { value: answer ? unpackPayload(answer) : null, is_due: answer === null } : null,
      },
    ]),
  )
}

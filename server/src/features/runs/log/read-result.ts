import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type RunRow, runPayloads, runSteps } from '../table.ts'
import type { StepPayload } from './log-steps.ts'
import { unpackPayload } from './payload.ts'
import { outputOf } from './stored-output.ts'

const BATCH_SIZE = 10
const MAX_INT = 2 ** 31 - 1

/** The last output of a run, as its steps had it; null while it is not finished. */
export async function readResult(ctx: OrgContext, run: RunRow): Promise<unknown> {
  if (run.status !== 'completed') return null
  for (let before = MAX_INT; ; ) {
    const rows = await readFinished(ctx, run.id, before)
    for (const { data } of rows) {
      await yieldToEventLoop()
      const output = outputOf(unpackPayload(data) as StepPayload)
      if (output !== null) return output
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return null
    before = last.seq
  }
}

/** Those of the run's own cursor, the last first. */
const readFinished = (ctx: OrgContext, run_id: string, before: number) =>
  ctx.db
    .select({ seq: runSteps.seq, data: runPayloads.data })
    .from(runSteps)
    .innerJoin(runPayloads, and(eq(runPayloads.run_id, runSteps.run_id), eq(runPayloads.seq, runSteps.seq)))
    .where(
      and(
        eq(runSteps.run_id, run_id),
        eq(runSteps.organization_id, ctx.organization.id),
        eq(runSteps.cursor, ''),
        lt(runSteps.seq, before),
        isNotNull(runSteps.finished_at),
      ),
    )
    .orderBy(desc(runSteps.seq))
    .limit(BATCH_SIZE)

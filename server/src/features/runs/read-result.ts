import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import type { StepPayload } from './log/log-steps.ts'
import { unpackPayload } from './log/payload.ts'
import { type RunRow, runPayloads, runSteps } from './table.ts'

/** The last output of a run, as its log has it; null while it is not finished. */
export async function readResult(ctx: OrgContext, run: RunRow): Promise<unknown> {
  if (run.status !== 'completed') return null
  const rows = await ctx.db
    .select({ data: runPayloads.data })
    .from(runSteps)
    .innerJoin(runPayloads, and(eq(runPayloads.run_id, runSteps.run_id), eq(runPayloads.seq, runSteps.seq)))
    .where(
      and(
        eq(runSteps.run_id, run.id),
        eq(runSteps.organization_id, ctx.organization.id),
        eq(runSteps.cursor, ''),
        isNotNull(runSteps.finished_at),
      ),
    )
    .orderBy(desc(runSteps.seq))
    .limit(10)
  const outputs = rows.map(({ data }) => (unpackPayload(data) as StepPayload).output)
  return outputs.find((output) => output !== null) ?? null
}

import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { RunFailure } from '../run-outcome.ts'
import type { RunBeginning } from '../start-run.ts'
import { type RunRow, runPayloads } from '../table.ts'
import { unpackPayload } from './payload.ts'

/** The stored input of a run, for a further attempt. */
export async function readBeginning(ctx: OrgContext, run: RunRow): Promise<RunBeginning> {
  const [first] = await ctx.db
    .select({ data: runPayloads.data })
    .from(runPayloads)
    .where(and(eq(runPayloads.run_id, run.id), eq(runPayloads.seq, 0)))
  if (!first) throw new RunFailure('GAVE_UP', 'What the run was to work on is no longer kept')
  return unpackPayload(first.data) as RunBeginning
}

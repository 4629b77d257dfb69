import { asc, eq, sql } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import type { StepPayload } from './log/log-steps.ts'
import { unpackPayload } from './log/payload.ts'
import { RunFailure } from './run-outcome.ts'
import type { RunBeginning } from './start-run.ts'
import { type RunRow, runPayloads, runSteps } from './table.ts'

/** Where a run stands. */
export type Progress = {
  beginning: RunBeginning
  /** The step to execute next; null at the end. */
  at: string | null
  state: Record<string, unknown>
  outputs: Record<string, unknown>
  /** What the run would answer with if it ended here. */
  output: string
  /** The number of the last step that is finished. */
  seq: number
  /** The step that an earlier try was in, with what it had got done. */
  open: { step_id: string; work: unknown } | null
}

export const beginningOf = (beginning: RunBeginning): Progress => ({
  beginning,
  at: beginning.starting_step_id,
  state: {},
  outputs: {},
  output: '',
  seq: 0,
  open: null,
})

/** Reads what an earlier try of this run has finished. */
export async function readProgress(ctx: OrgContext, run: RunRow): Promise<Progress> {
  const rows = await ctx.db
    .select({ seq: runPayloads.seq, data: runPayloads.data, step: runSteps })
    .from(runPayloads)
    .leftJoin(runSteps, sql`${runSteps.run_id} = ${runPayloads.run_id} and ${runSteps.seq} = ${runPayloads.seq}`)
    .where(eq(runPayloads.run_id, run.id))
    .orderBy(asc(runPayloads.seq))
  const [first, ...steps] = rows
  if (!first) throw new RunFailure('GAVE_UP', 'What the run was to work on is no longer kept')

  const beginning = unpackPayload(first.data) as RunBeginning
  const progress = beginningOf(beginning)
  for (const { seq, data, step } of steps) {
    if (!step) continue
    const payload = unpackPayload(data) as StepPayload
    if (step.status !== 'completed') {
      progress.open = { step_id: step.step_id, work: payload.work ?? null }
      break
    }
    progress.seq = seq
    progress.at = payload.next
    progress.state = payload.state
    progress.outputs[step.step_id] = payload.output
    if (typeof payload.output === 'string' && step.type !== 'set_state') progress.output = payload.output
  }
  return progress
}

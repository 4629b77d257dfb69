import { and, asc, eq, lte, max, sql } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import type { StepPayload } from './log/log-steps.ts'
import { unpackPayload } from './log/payload.ts'
import { RunFailure } from './run-outcome.ts'
import { joinSaid } from './speaker.ts'
import type { RunBeginning } from './start-run.ts'
import { type RunRow, runPayloads, runSteps } from './table.ts'

/** Where a walk through a flow stands. A run has one, and one more for each flow that is walked inside a step. */
export type Cursor = {
  /** Empty for the run's own flow; else the steps and keys that lead to this one. */
  path: string
  /** The step to execute next; null at the end. */
  at: string | null
  state: Record<string, unknown>
  outputs: Record<string, unknown>
  /** What the flow would answer with if it ended here. */
  output: string
  /** What its finished steps said. */
  said: string
  /** The step that an earlier try was in, with what it had got done, and what it said before it waited. */
  open: { step_id: string; seq: number; work: unknown; said: string } | null
}

export const cursorAt = (path: string, at: string): Cursor => ({
  path,
  at,
  state: {},
  outputs: {},
  output: '',
  said: '',
  open: null,
})

/** What an earlier try of this run was given to work with. */
export async function readBeginning(ctx: OrgContext, run: RunRow): Promise<RunBeginning> {
  const [first] = await ctx.db
    .select({ data: runPayloads.data })
    .from(runPayloads)
    .where(and(eq(runPayloads.run_id, run.id), eq(runPayloads.seq, 0)))
  if (!first) throw new RunFailure('GAVE_UP', 'What the run was to work on is no longer kept')
  return unpackPayload(first.data) as RunBeginning
}

export async function readLastSeq(ctx: OrgContext, run: RunRow): Promise<number> {
  const [row] = await ctx.db
    .select({ last: max(runSteps.seq) })
    .from(runSteps)
    .where(eq(runSteps.run_id, run.id))
  return row?.last ?? 0
}

/** Where an earlier try of this run, whose last step is `until`, left a cursor. */
export async function readCursor(
  ctx: OrgContext,
  run: RunRow,
  path: string,
  start: string,
  until: number,
): Promise<Cursor> {
  const rows = await ctx.db
    .select({ data: runPayloads.data, step: runSteps })
    .from(runSteps)
    .innerJoin(runPayloads, sql`${runPayloads.run_id} = ${runSteps.run_id} and ${runPayloads.seq} = ${runSteps.seq}`)
    .where(and(eq(runSteps.run_id, run.id), eq(runSteps.cursor, path), lte(runSteps.seq, until)))
    .orderBy(asc(runSteps.seq))
  const cursor = cursorAt(path, start)
  for (const { data, step } of rows) {
    const payload = unpackPayload(data) as StepPayload
    if (step.status !== 'completed') {
      const { work = null } = payload
      cursor.open = { step_id: step.step_id, seq: step.seq, work, said: saidIn(payload) }
      break
    }
    cursor.at = payload.next
    cursor.state = payload.state
    cursor.outputs[step.step_id] = payload.output
    cursor.said = joinSaid(cursor.said, saidIn(payload))
    if (typeof payload.output === 'string' && step.type !== 'set_state') cursor.output = payload.output
  }
  return cursor
}

const saidIn = ({ said = '', output }: StepPayload): string => (said === true ? String(output) : said)

import { and, asc, eq, gt, lte, max, sql } from 'drizzle-orm'
import type { RunErrorCode } from '#contracts/runs.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { changesIn, type StepPayload } from '../log/log-steps.ts'
import { unpackPayload } from '../log/payload.ts'
import { outputOf } from '../log/stored-output.ts'
import { type RunRow, runPayloads, runSteps } from '../table.ts'
import { RunState } from './run-state.ts'
import { joinTexts } from './speaker.ts'

/** The progress of an execution of a flow. A run has one, and one more for each flow that is executed inside a step. */
export type Cursor = {
  /** Empty for the run's own flow; else the steps and keys that lead to this one. */
  path: string
  /** The step to execute next; null at the end. */
  at: string | null
  state: RunState
  outputs: Record<string, unknown>
  /** State and outputs of the enclosing execution that this one may read, such as those from before a loop. */
  outer: { state: Readonly<Record<string, unknown>>; outputs: Record<string, unknown> } | null
  /** The text that the flow would answer with if it ended here. */
  output: string
  /** The same as JSON. */
  result: unknown
  /** How many steps it has executed. */
  position: number
  /** The failure that ended an earlier attempt. */
  failure: { message: string; code: RunErrorCode } | null
  /** The text that its finished steps published. */
  text: string
  /** The step in which an earlier attempt ended, with its progress, and the text that it published before it waited. */
  open: OpenStep | null
}

export type OpenStep = {
  step_id: string
  seq: number
  started_at: Date
  work: unknown
  text: string
} & Pick<StepPayload, 'attempts' | 'failures' | 'possibly_repeated'>

export const cursorAt = (path: string, at: string): Cursor => ({
  path,
  at,
  state: new RunState(),
  outputs: {},
  outer: null,
  output: '',
  result: null,
  position: 0,
  failure: null,
  text: '',
  open: null,
})

export async function readLastSeq(ctx: OrgContext, run: RunRow): Promise<number> {
  const [row] = await ctx.db
    .select({ last: max(runSteps.seq) })
    .from(runSteps)
    .where(eq(runSteps.run_id, run.id))
  // In a rerun, numbers up to here may belong to executions inside copied steps, and name their files.
  return Math.max(row?.last ?? 0, run.taken_over_until ?? 0)
}

/** The cursor as an earlier attempt, whose last step is `until`, left it. */
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
    await yieldToEventLoop()
    const payload = unpackPayload(data) as StepPayload
    if (step.status === 'in_progress') {
      const { step_id, seq, started_at } = step
      const { work = null, attempts, failures, possibly_repeated } = payload
      const tries = { attempts, failures, possibly_repeated }
      cursor.open = { step_id, seq, started_at, work, text: textIn(payload), ...tries }
      break
    }
    cursor.failure = payload.ended_walk ?? null
    cursor.text = joinTexts(cursor.text, textIn(payload))
    cursor.state.restore(changesIn(payload))
    advanceCursor(cursor, step, { next: payload.next, output: outputOf(payload) })
  }
  return cursor
}

/** Moves the cursor past a finished step. */
export function advanceCursor(
  cursor: Cursor,
  { step_id, type }: { step_id: string; type: string },
  { output, next }: Pick<StepPayload, 'output' | 'next'>,
): void {
  cursor.at = next
  cursor.outputs[step_id] = output
  cursor.position++
  if (output !== null) cursor.result = output
  if (typeof output === 'string' && type !== 'set_state') cursor.output = output
}

/** The keys of the executions inside a step that have logged something after this number. */
export async function readBegun(ctx: OrgContext, run: RunRow, inside: string, after_seq: number): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ cursor: runSteps.cursor })
    .from(runSteps)
    .where(and(eq(runSteps.run_id, run.id), gt(runSteps.seq, after_seq)))
  return new Set(rows.flatMap(({ cursor }) => (cursor.startsWith(inside) ? keyIn(cursor, inside) : [])))
}

/** An execution inside a step is logged under the step's own path, its key and a slash. */
export const keyIn = (path: string, inside: string): string =>
  path.slice(inside.length, path.indexOf('/', inside.length))

const textIn = ({ said = '', output }: StepPayload): string => (said === true ? String(output) : said)

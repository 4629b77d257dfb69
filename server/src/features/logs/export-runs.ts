import { pipeline, type Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { and, sql } from 'drizzle-orm'
import { shownChannel } from '#contracts/log-names.ts'
import type { ListedRun } from '#contracts/logged-runs.ts'
import type { RunFilter } from '#contracts/logs.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleRuns } from '../runs/access.ts'
import { runs } from '../runs/table.ts'
import { executionLogsExported } from './audit-actions.ts'
import { filterRuns } from './filter-runs.ts'
import { presentRun } from './present.ts'
import { readRows } from './read-rows.ts'

/** The driver reads all rows of a statement before anyone else has a turn. */
const CHUNK = 200
/** So many of them are written between two turns of others. */
const PIECE_LENGTH = 20
/** More rows than a spreadsheet is good for. */
const MAX_ROWS = 100_000

const columns: Record<string, (run: ListedRun) => string | number | null> = {
  run_id: ({ run_id }) => run_id,
  started: ({ created_at }) => created_at,
  status: ({ status }) => status,
  duration_ms: ({ duration_ms }) => duration_ms,
  teammate: ({ employee_name }) => employee_name,
  channel: shownChannel,
  started_by: ({ started_by }) => started_by && (started_by.kind === 'person' ? started_by.name : started_by.kind),
  is_test: ({ is_test }) => String(is_test),
  conversation_id: ({ conversation_id }) => conversation_id,
  conversation_title: ({ conversation_title }) => conversation_title,
  workflow_id: ({ workflow_id }) => workflow_id,
  workflow: ({ workflow_name }) => workflow_name,
  model: ({ model }) => model,
  fallback_used: ({ fallback_used }) => String(fallback_used),
  input_tokens: ({ input_tokens }) => input_tokens,
  output_tokens: ({ output_tokens }) => output_tokens,
  cached_input_tokens: ({ cached_input_tokens }) => cached_input_tokens,
  // In full: a spreadsheet does not read 1e-7 everywhere.
  usd_cost: ({ usd_cost }) => usd_cost.toFixed(8),
  error_code: ({ error_code }) => error_code,
  error: ({ state }) => state.error,
}

/** The runs of a filter as a file for spreadsheets, in which no cell is taken for a formula. */
export async function exportRuns(ctx: MemberContext, filter: RunFilter): Promise<Readable> {
  await ctx.record(executionLogsExported, { after: filter })
  const where = await filterRuns(ctx, visibleRuns(ctx), filter)
  const csv = stringify({ header: true, columns: Object.keys(columns), bom: true, escape_formulas: true })
  const lines = async function* () {
    let below = where
    for (let count = 0; count < MAX_ROWS; count += CHUNK) {
      const rows = await readRows(ctx, below, { limit: CHUNK })
      for (const [nth, row] of rows.entries()) {
        if (nth % PIECE_LENGTH === 0) await yieldToEventLoop()
        const run = presentRun(ctx, row)
        yield Object.values(columns).map((read) => read(run))
      }
      const last = rows.at(-1)?.run
      if (!last || rows.length < CHUNK) return
      // The database's clock is finer than ours: the row itself says where it is.
      below = and(
        where,
        sql`(${runs.created_at}, ${runs.id}) < (
        select earlier.created_at, earlier.id from ${runs} as earlier where earlier.id = ${last.id})`,
      ) as typeof where
    }
  }
  // What fails ends the download, which is all that can be reported once it has begun.
  pipeline(lines, csv, (error) => error && ctx.log.warn({ err: error }, 'an export of the logs ended early'))
  return csv
}

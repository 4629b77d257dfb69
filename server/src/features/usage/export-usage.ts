import type { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { UsageQuery, UsedByGroup } from '#contracts/usage.ts'
import type { MemberContext } from '../organizations/context.ts'
import { usageExported } from './audit-actions.ts'
import { showUsage } from './show-usage.ts'

type Row = Omit<UsedByGroup, 'is_deleted'>

const columns: Record<string, (row: Row) => string | number | null> = {
  name: ({ key, name }) => name ?? key,
  id: ({ key }) => key,
  runs: ({ runs }) => runs,
  failed: ({ failed }) => failed,
  cancelled: ({ cancelled }) => cancelled,
  input_tokens: ({ input_tokens }) => input_tokens,
  output_tokens: ({ output_tokens }) => output_tokens,
  cached_input_tokens: ({ cached_input_tokens }) => cached_input_tokens,
  // In full: a spreadsheet does not read 1e-7 everywhere.
  usd_cost: ({ usd_cost }) => usd_cost.toFixed(8),
  listened_ms: ({ listened_ms }) => listened_ms,
  spoken_ms: ({ spoken_ms }) => spoken_ms,
  speech_usd_cost: ({ speech_usd_cost }) => speech_usd_cost.toFixed(8),
  mean_ms: ({ mean_ms }) => mean_ms,
  p50_ms: ({ p50_ms }) => p50_ms,
  p95_ms: ({ p95_ms }) => p95_ms,
}

/** Usage as a file for spreadsheets, in which no cell is taken for a formula; the last line is the total. */
export async function exportUsage(ctx: MemberContext, query: UsageQuery): Promise<Readable> {
  const { groups, totals, from, to, group_by } = await showUsage(ctx, query)
  await ctx.record(usageExported, { after: { from, to, group_by } })
  const rows: Row[] = [...groups, { key: null, name: 'total', ...totals }]
  const lines = rows.map((row) => Object.values(columns).map((read) => read(row)))
  return stringify(lines, { header: true, columns: Object.keys(columns), bom: true, escape_formulas: true })
}

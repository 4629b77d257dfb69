import { and, eq } from 'drizzle-orm'
import type { Usage, UsageQuery, Used, UsedByGroup } from '#contracts/usage.ts'
import { MAX_USAGE_DAYS, type UsageGroup } from '#contracts/usage-names.ts'
import { isAny } from '#platform/db/is-any.ts'
import { fieldError } from '#platform/http/errors.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { aiEmployees } from '../teammates/table.ts'
import { workflows } from '../workflows/table.ts'
import { type Bucket, quantile } from './histogram.ts'
import { listWarnings } from './list-warnings.ts'
import { type Range, readUsage, type UsageRow } from './read-usage.ts'

const DAY_MS = 86_400_000
const DAYS = 30
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** What the runs used that ended on these days (UTC). */
export async function showUsage(ctx: MemberContext, { group_by, ...asked }: UsageQuery): Promise<Usage> {
  const range = rangeOf(ctx, asked)
  const [rows, warnings] = await Promise.all([
    readUsage(ctx, range, group_by),
    isAdmin(ctx.role) ? listWarnings(ctx) : [],
  ])
  const byKey = Map.groupBy(rows, ({ key }) => key)
  const names = await namesOf(ctx, group_by, [...byKey.keys()])
  const groups = [...byKey].map(([key, ofKey]): UsedByGroup => {
    const named = names.get(key)
    return { key: key || null, name: named?.name ?? null, is_deleted: named?.is_deleted ?? false, ...sumOf(ofKey) }
  })
  const order = (a: UsedByGroup, b: UsedByGroup) =>
    group_by === 'day' ? 0 : b.usd_cost - a.usd_cost || b.runs - a.runs
  return {
    ...range,
    group_by,
    totals: sumOf(rows),
    groups: groups.toSorted((a, b) => order(a, b) || String(a.key).localeCompare(String(b.key))),
    warnings,
  }
}

function rangeOf(ctx: MemberContext, { from, to }: Partial<Range>): Range {
  const last = to ?? ctx.now().toISOString().slice(0, 10)
  const first = from ?? dayBefore(last, DAYS - 1)
  if (first > last || dayBefore(last, MAX_USAGE_DAYS - 1) > first) {
    throw fieldError('query.from', `Usage is shown of ${MAX_USAGE_DAYS} days at most, ending today`)
  }
  return { from: first, to: last }
}

function sumOf(rows: readonly UsageRow[]): Used {
  const sum = (pick: (row: UsageRow) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const runs = sum((row) => row.runs)
  const buckets = bucketsOf(rows)
  return {
    runs,
    failed: sum((row) => row.failed),
    cancelled: sum((row) => row.cancelled),
    input_tokens: sum((row) => row.input_tokens),
    output_tokens: sum((row) => row.output_tokens),
    cached_input_tokens: sum((row) => row.cached_input_tokens),
    // Without what binary fractions add: money is counted to the eighth decimal.
    usd_cost: Number(sum((row) => row.usd_cost).toFixed(8)),
    listened_ms: sum((row) => row.listened_ms),
    spoken_ms: sum((row) => row.spoken_ms),
    speech_usd_cost: Number(sum((row) => row.speech_usd_cost).toFixed(8)),
    mean_ms: runs === 0 ? null : Math.round(sum((row) => row.duration_ms) / runs),
    p50_ms: quantile(buckets, 0.5),
    p95_ms: quantile(buckets, 0.95),
  }
}

function bucketsOf(rows: readonly UsageRow[]): Bucket[] {
  const buckets = new Map<number, Bucket>()
  for (const { power, runs, least_ms, most_ms } of rows) {
    if (power === null || least_ms === null || most_ms === null) continue
    const known = buckets.get(power)
    buckets.set(power, {
      power,
      runs: runs + (known?.runs ?? 0),
      least_ms: Math.min(least_ms, known?.least_ms ?? least_ms),
      most_ms: Math.max(most_ms, known?.most_ms ?? most_ms),
    })
  }
  return [...buckets.values()]
}

type Named = { name: string; is_deleted: boolean }

/** What the groups are called; what was deleted keeps its name. */
async function namesOf(ctx: MemberContext, group: UsageGroup, keys: string[]): Promise<Map<string, Named>> {
  const table = group === 'teammate' ? aiEmployees : group === 'workflow' ? workflows : null
  const ids = keys.filter((key) => UUID.test(key))
  if (!table || ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: table.id, name: table.name, deleted_at: table.deleted_at })
    .from(table)
    .where(and(eq(table.organization_id, ctx.organization.id), isAny(table.id, ids)))
  return new Map(rows.map(({ id, name, deleted_at }) => [id, { name, is_deleted: deleted_at !== null }]))
}

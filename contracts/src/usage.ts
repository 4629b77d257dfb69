import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as usagePaths from './paths/usage.ts'
import { MAX_USAGE_DAYS, USAGE_GROUPS } from './usage-names.ts'

const DAY_MS = 86_400_000
const amount = z.number().int()

/**
 * What ended runs used, each counted once, at its end, under its main model; tokens and money under each model that a run
 * used. Times are from a run's creation to its end; medians are exact to the step of a histogram in powers of two.
 */
export const Used = z.object({
  runs: amount,
  failed: amount,
  cancelled: amount,
  input_tokens: amount,
  output_tokens: amount,
  cached_input_tokens: amount,
  usd_cost: z.number(),
  /** Time that teammates listened and spoke in calls, and the part of `usd_cost` for that. */
  listened_ms: amount,
  spoken_ms: amount,
  speech_usd_cost: z.number(),
  /** Null where no run is counted, only what one spent on a further model. */
  mean_ms: z.number().nullable(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
})
export type Used = z.infer<typeof Used>

/**
 * `key` is an id, a model, a channel or a day; null where a run has none. `assistants` are the personal assistants of other
 * people, `others` what is beyond the 500 groups that cost most.
 */
export const UsedByGroup = Used.extend({
  key: z.string().nullable(),
  /** What a teammate or a workflow is called; null for other groups, and where nothing is known of it any more. */
  name: z.string().nullable(),
  is_deleted: z.boolean(),
})
export type UsedByGroup = z.infer<typeof UsedByGroup>

/** 80 % of what a teammate may spend today is spent, or of the credits that there were 30 days ago. */
export const UsageWarning = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('daily_limit'),
    employee_id: z.uuid(),
    name: z.string(),
    spent_usd: z.number(),
    limit_usd: z.number(),
  }),
  z.object({ kind: z.literal('credits'), spent_credits: z.number(), left_credits: z.number() }),
])
export type UsageWarning = z.infer<typeof UsageWarning>

export const Usage = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  group_by: z.enum(USAGE_GROUPS),
  totals: Used,
  /** What cost most first; days in their order. */
  groups: z.array(UsedByGroup),
  /** For those who manage the organization. */
  warnings: z.array(UsageWarning),
})
export type Usage = z.infer<typeof Usage>

/** Days are UTC and both count in; by themselves they are the last 30. */
const UsageQuery = z
  .object({
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    group_by: z.enum(USAGE_GROUPS).default('teammate'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['from'], message: 'Must not be after `to`' })
  .refine(({ from, to }) => !from || !to || (Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_USAGE_DAYS, {
    path: ['from'],
    message: `Usage is shown of ${MAX_USAGE_DAYS} days at most`,
  })
export type UsageQuery = z.output<typeof UsageQuery>

export const usageEndpoints = describeEndpoints(usagePaths, {
  showUsage: {
    summary: 'Get what runs that the caller may see used, by group and in all',
    query: UsageQuery,
    answer: Usage,
  },
  exportUsage: {
    summary: 'Download the same as CSV; this is recorded',
    query: UsageQuery,
  },
})

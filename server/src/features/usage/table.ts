import { bigint, date, integer, numeric, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'

const count = () => integer().notNull().default(0)
const amount = () => bigint({ mode: 'number' }).notNull().default(0)
const usd = () => numeric({ precision: 18, scale: 8, mode: 'number' }).notNull().default(0)

/** What usage is counted by. `day` is the one (UTC) in which a run ended, so that days that are over never change. */
const keys = () => ({
  organization_id: uuid().notNull(),
  day: date({ mode: 'string' }).notNull(),
  employee_id: uuid(),
  workflow_id: uuid(),
  channel: text(),
  model: text(),
})

/** A run counts under its main model; tokens and money under each model that it used. */
const amounts = () => ({
  failed: count(),
  cancelled: count(),
  input_tokens: amount(),
  output_tokens: amount(),
  cached_input_tokens: amount(),
  usd_cost: usd(),
  /** The part of it that was paid with the platform's keys, which costs credits. */
  platform_usd_cost: usd(),
  /** In calls, and what of `usd_cost` was for that. */
  listened_ms: amount(),
  spoken_ms: amount(),
  speech_usd_cost: usd(),
})

/**
 * What ended runs add to the counters: written by a trigger on `runs`, so that no statement that ends a run can forget it,
 * and in its commit. Nothing but rows at the end of a heap: runs that end at once do not wait for each other.
 */
export const usagePending = pgTable('usage_pending', {
  ...keys(),
  ...amounts(),
  /** 0 for what a run spent on a further model. */
  runs: smallint().notNull(),
  /** Null where `runs` is 0. */
  duration_ms: bigint({ mode: 'number' }),
})

/** One row for each combination that occurs; runs of one length together, so that medians are known. */
export const usageCounters = pgTable(
  'usage_counters',
  {
    ...keys(),
    /** The durations from 2^n milliseconds to twice that; null where no run is counted. */
    duration_power: smallint(),
    ...amounts(),
    runs: count(),
    duration_ms: amount(),
    /** The shortest and the longest of them. */
    least_ms: bigint({ mode: 'number' }),
    most_ms: bigint({ mode: 'number' }),
  },
  (table) => [
    unique('usage_is_counted_in_one_place')
      .on(
        table.organization_id,
        table.day,
        table.employee_id,
        table.workflow_id,
        table.channel,
        table.model,
        table.duration_power,
      )
      .nullsNotDistinct(),
  ],
)

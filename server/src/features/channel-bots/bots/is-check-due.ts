import { type AnyColumn, gt, lte, or } from 'drizzle-orm'

type Time = { now: Date; maxAgeMs: number }

/** A check is also due that is dated so far ahead: the clock has gone back since. */
export const isCheckDue = (checked_at: Date, { now, maxAgeMs }: Time): boolean =>
  Math.abs(now.getTime() - checked_at.getTime()) >= maxAgeMs

/** The same of a column. */
export const isColumnDue = (checked_at: AnyColumn, { now, maxAgeMs }: Time) =>
  or(lte(checked_at, new Date(now.getTime() - maxAgeMs)), gt(checked_at, new Date(now.getTime() + maxAgeMs)))

import { MAX_USAGE_DAYS, USAGE_GROUPS, type UsageGroup } from '#contracts/usage-names.ts'

const DAY_MS = 86_400_000

/** How many days up to today (UTC) are shown. */
export const ranges = { today: 1, week: 7, month: 30, quarter: 90 } as const
export type RangeName = keyof typeof ranges | 'own'

/** The address of the page. */
export type UsageSearch = { range?: string; from?: string; to?: string; by?: string }
export type Days = { from: string; to: string }

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS)

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days that an address names, as far as the server answers for them; null where it names none. */
function ownDays({ from, to }: { from?: string; to?: string }): Days | null {
  if (!isDay(from) || !isDay(to) || from > to) return null
  return addDays(from, MAX_USAGE_DAYS - 1) < to ? null : { from, to }
}

export function rangeOf(search: UsageSearch, now: Date): { name: RangeName; days: Days } {
  const own = search.range === 'own' ? ownDays(search) : null
  if (own) return { name: 'own', days: own }
  const name = search.range !== undefined && search.range in ranges ? (search.range as keyof typeof ranges) : 'month'
  const to = dayOf(now.getTime())
  return { name, days: { from: addDays(to, 1 - ranges[name]), to } }
}

export const groupOf = ({ by }: UsageSearch): UsageGroup => USAGE_GROUPS.find((group) => group === by) ?? 'teammate'

/** Each day of the range, also those on which nothing ran. */
export function eachDay({ from, to }: Days): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, nth) => addDays(from, nth))
}

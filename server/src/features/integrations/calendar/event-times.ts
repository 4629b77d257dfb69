import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import type { EventTime } from './calendar.ts'
import { addDays, clockTime, instantOf, isTimeZone } from './zoned-time.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/

/** A day, a time of the clock, or a time with its offset. */
export const When = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true, local: true }), z.iso.datetime({ offset: true, precision: -1 })],
    'A day such as 2026-03-01, or a time such as 2026-03-01T09:00',
  )
  .refine((text) => /^(?:19|20|21)/.test(text), 'This is too far away')
export const TimeZone = z.string().max(60).refine(isTimeZone, 'This is no time zone; one is such as Europe/Rome')

/** When it is what someone wrote; a day alone begins at its midnight. */
export function momentOf(text: string, time_zone: string): Date {
  if (DAY.test(text)) return instantOf(`${text}T00:00:00`, time_zone)
  return OFFSET.test(text) ? new Date(text) : instantOf(withSeconds(text), time_zone)
}

/** The end of a stretch; a day alone is within it. */
export const endOf = (text: string, time_zone: string): Date =>
  momentOf(DAY.test(text) ? addDays(text, 1) : text, time_zone)

/** When an event is, as the providers take it. */
export function eventTimes(
  start: string,
  end: string,
  time_zone: string | undefined,
): { start: EventTime; end: EventTime; all_day: boolean } {
  const all_day = DAY.test(start)
  if (all_day !== DAY.test(end)) throw new AppError('bad_request', 'Start and end are both days, or both times')
  const zone = time_zone ?? 'UTC'
  const [first, last] = [momentOf(start, zone), endOf(end, zone)]
  if (last <= first) throw new AppError('bad_request', 'The event ends before it begins')
  if (all_day)
    return { all_day, start: { text: start, time_zone: zone }, end: { text: addDays(end, 1), time_zone: zone } }
  if (time_zone === undefined && !(OFFSET.test(start) && OFFSET.test(end)))
    throw new AppError('bad_request', 'Say the time_zone, such as Europe/Rome, or write the times with their offset')
  // Of an hour that comes twice a clock alone does not say which one is meant.
  const isClear = [first, last].every((at) => instantOf(clockTime(at, zone), zone).getTime() === seconds(at))
  const shownZone = isClear ? zone : 'UTC'
  const time = (at: Date) => ({ text: clockTime(at, shownZone), time_zone: shownZone })
  return { all_day, start: time(first), end: time(last) }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000) * 1000
const withSeconds = (text: string) => (/T\d\d:\d\d$/.test(text) ? `${text}:00` : text)

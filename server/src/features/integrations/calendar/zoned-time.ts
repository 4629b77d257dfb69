const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const formats = new Map<string, Intl.DateTimeFormat>()

/** Names of time zones are few; what is none throws. */
function formatOf(time_zone: string): Intl.DateTimeFormat {
  let format = formats.get(time_zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: time_zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(time_zone, format)
  }
  return format
}

/** By its name alone: an offset knows no summer. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && formatOf(name) !== undefined
  } catch {
    return false
  }
}

/** What a clock in the zone shows, such as 2026-03-01T09:00:00. */
export function clockTime(time: Date, time_zone: string): string {
  const parts = new Map(
    formatOf(time_zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`
}

const offsetMs = (time: Date, time_zone: string): number =>
  Date.parse(`${clockTime(time, time_zone)}Z`) - Math.floor(time.getTime() / 1000) * 1000

/**
 * When a clock in the zone shows a time. Of an hour that comes twice it is the first; one that is skipped is as much later as
 * the clocks were put forward.
 */
export function instantOf(text: string, time_zone: string): Date {
  const shown = Date.parse(`${text}Z`)
  const before = offsetMs(new Date(shown - DAY_MS), time_zone)
  const after = offsetMs(new Date(shown + DAY_MS), time_zone)
  const found = [before, after]
    .map((offset) => shown - offset)
    .find((at) => at + offsetMs(new Date(at), time_zone) === shown)
  return new Date(found ?? shown - before)
}

/** A time as its zone's clock shows it, with the offset of that moment. */
export function zonedTime(time: Date, time_zone: string): string {
  const minutes = Math.round(offsetMs(time, time_zone) / MINUTE_MS)
  const two = (number: number) => String(number).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${clockTime(time, time_zone)}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

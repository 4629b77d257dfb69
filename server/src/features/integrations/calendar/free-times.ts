import type { Busy } from './calendar.ts'
import { addDays, clockTime, instantOf } from './zoned-time.ts'

const MINUTE_MS = 60_000
/** Meetings begin at a quarter. */
const STEP_MS = 15 * MINUTE_MS

type Wanted = {
  from: Date
  to: Date
  minutes: number
  /** Within which hours of a day, such as 09:00 and 18:00. */
  day_start: string
  day_end: string
  time_zone: string
}

/** When nobody is busy for long enough: whole stretches, each cut at the hours of its day. */
export function freeTimes(busy: readonly Busy[], wanted: Wanted): Busy[] {
  const busyInOrder = [...busy].sort((one, other) => one.from.getTime() - other.from.getTime())
  return daysOf(wanted)
    .flatMap((day) => freeWithin(day, busyInOrder))
    .filter(({ from, to }) => to.getTime() - from.getTime() >= wanted.minutes * MINUTE_MS)
}

function daysOf({ from, to, day_start, day_end, time_zone }: Wanted): Busy[] {
  const days: Busy[] = []
  const last = clockTime(to, time_zone).slice(0, 10)
  for (let day = clockTime(from, time_zone).slice(0, 10); day <= last; day = addDays(day, 1)) {
    const start = instantOf(`${day}T${day_start}:00`, time_zone)
    const end = instantOf(`${day}T${day_end}:00`, time_zone)
    days.push({ from: later(start, from), to: end < to ? end : to })
  }
  return days
}

function freeWithin({ from, to }: Busy, busyInOrder: readonly Busy[]): Busy[] {
  const free: Busy[] = []
  let at = nextStep(from)
  for (const each of busyInOrder) {
    if (each.to <= at || each.from >= to) continue
    if (each.from > at) free.push({ from: at, to: each.from })
    at = nextStep(later(at, each.to))
  }
  if (at < to) free.push({ from: at, to })
  return free
}

const later = (one: Date, other: Date) => (one > other ? one : other)
const nextStep = (time: Date) => new Date(Math.ceil(time.getTime() / STEP_MS) * STEP_MS)

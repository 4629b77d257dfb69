import { AppError } from '#platform/error.ts'
import type { EventTime } from '../calendar.ts'
import { DAYS, type Rule, readRule } from '../rrule.ts'
import { addDays, clockTime } from '../zoned-time.ts'

const NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const INDEXES: Record<string, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', '-1': 'last' }

const days: readonly string[] = DAYS
const nameOf = (day: string) => NAMES[days.indexOf(day)]

const refuse = () =>
  new AppError(
    'bad_request',
    'Outlook does not take this recurrence. It takes days, weeks with BYDAY, months with BYMONTHDAY or one BYDAY such as 2TU, and years',
  )

/** A rule of recurrence as Microsoft writes it, where it can be written so. */
export function outlookRecurrence(text: string, start: EventTime) {
  const rule = readRule(text)
  return { pattern: patternOf(rule, start.text.slice(0, 10)), range: rangeOf(rule, start) }
}

function patternOf(rule: Rule, first: string) {
  const interval = Number(rule.get('INTERVAL') ?? 1)
  const [, month, day] = first.split('-').map(Number)
  const weekday = NAMES[new Date(`${first}T00:00:00Z`).getUTCDay()]
  const takes = (...names: string[]) => {
    const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', ...names])
    if ([...rule.keys()].some((name) => !known.has(name))) throw refuse()
  }
  switch (rule.get('FREQ')) {
    case 'DAILY':
      takes()
      return { type: 'daily', interval }
    case 'WEEKLY': {
      takes('BYDAY')
      const daysOfWeek = rule.get('BYDAY')?.split(',').map(nameOf) ?? [weekday]
      if (daysOfWeek.includes(undefined)) throw refuse()
      return { type: 'weekly', interval, daysOfWeek, firstDayOfWeek: nameOf(rule.get('WKST') ?? 'MO') }
    }
    case 'MONTHLY': {
      takes('BYDAY', 'BYMONTHDAY')
      if (!rule.has('BYDAY')) return { type: 'absoluteMonthly', interval, dayOfMonth: oneDay(rule) ?? day }
      const [, index = '', name = ''] = /^\+?(-1|[1-4])(\w\w)$/.exec(rule.get('BYDAY') ?? '') ?? []
      if (rule.has('BYMONTHDAY') || !INDEXES[index]) throw refuse()
      return { type: 'relativeMonthly', interval, index: INDEXES[index], daysOfWeek: [nameOf(name)] }
    }
    default:
      takes()
      return { type: 'absoluteYearly', interval, month, dayOfMonth: day }
  }
}

function oneDay(rule: Rule): number | undefined {
  const text = rule.get('BYMONTHDAY')
  if (text === undefined) return undefined
  const day = Number(text)
  if (!(day >= 1 && day <= 31)) throw refuse()
  return day
}

function rangeOf(rule: Rule, { text, time_zone }: EventTime) {
  const range = { startDate: text.slice(0, 10), recurrenceTimeZone: time_zone }
  const [count, until] = [rule.get('COUNT'), rule.get('UNTIL')]
  if (count !== undefined) return { ...range, type: 'numbered', numberOfOccurrences: Number(count) }
  if (until === undefined) return { ...range, type: 'noEnd' }
  return { ...range, type: 'endDate', endDate: lastDay(until, text, time_zone) }
}

/** The last day on which it may begin, where its clock is. */
function lastDay(until: string, start: string, time_zone: string): string {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(until) ?? []
  if (hour === undefined) return `${year}-${month}-${day}`
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(at.getTime())) throw refuse()
  const [last = '', clock = ''] = clockTime(at, time_zone).split('T')
  const begins = start.slice(11)
  return begins > clock ? addDays(last, -1) : last
}

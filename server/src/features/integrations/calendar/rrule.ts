import { AppError } from '#platform/error.ts'
import type { EventTime } from './calendar.ts'
import { instantOf } from './zoned-time.ts'

export const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/** A rule of recurrence (RFC 5545), by its parts. */
export type Rule = ReadonlyMap<string, string>

const PARTS: Record<string, RegExp> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,2}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z)?$/,
  BYDAY: /^[+-]?\d{0,2}(?:SU|MO|TU|WE|TH|FR|SA)(?:,[+-]?\d{0,2}(?:SU|MO|TU|WE|TH|FR|SA)){0,6}$/,
  BYMONTHDAY: /^-?\d{1,2}(?:,-?\d{1,2}){0,30}$/,
  BYMONTH: /^\d{1,2}(?:,\d{1,2}){0,11}$/,
  BYSETPOS: /^-?\d{1,3}$/,
  WKST: /^(?:SU|MO|TU|WE|TH|FR|SA)$/,
}

const refuse = (why: string) =>
  new AppError('bad_request', `${why}. A recurrence is such as FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`)

export function readRule(text: string): Rule {
  const rule = new Map<string, string>()
  for (const part of text
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')) {
    const [name = '', ...rest] = part.split('=')
    const value = rest.join('=')
    if (!PARTS[name]?.test(value) || rule.has(name)) throw refuse(`"${part.slice(0, 60)}" is no part of a recurrence`)
    rule.set(name, value)
  }
  if (!rule.has('FREQ')) throw refuse('A recurrence needs FREQ')
  if (rule.has('COUNT') && rule.has('UNTIL')) throw refuse('A recurrence has COUNT or UNTIL, and not both')
  return rule
}

/** The rule with an end of the kind of its event's start, as RFC 5545 wants it: a day, or a moment in UTC. */
export function untilAsStart(rule: Rule, { start, all_day }: { start: EventTime; all_day: boolean }): Rule {
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(T\d{6}Z)?$/.exec(rule.get('UNTIL') ?? '') ?? []
  if (year === undefined || all_day === (time === undefined)) return rule
  if (all_day) return new Map([...rule, ['UNTIL', `${year}${month}${day}`]])
  const end = instantOf(`${year}-${month}-${day}T23:59:59`, start.time_zone)
  if (Number.isNaN(end.getTime())) throw refuse('UNTIL is no day')
  return new Map([...rule, ['UNTIL', `${end.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`]])
}

export const showRule = (rule: Rule): string => `RRULE:${[...rule].map((part) => part.join('=')).join(';')}`

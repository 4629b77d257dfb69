import { Cron } from 'croner'
import { validationError } from '#platform/http/errors.ts'

/** A schedule that missed more of its times than this says so many: counting more would hold others up. */
const MAX_MISSED = 1000

const FIELDS = /^\S+(?:\s+\S+){4}$/
const NICKNAME = /^@(?:hourly|daily|weekly|monthly|yearly)$/

const parse = (cron: string): Cron => new Cron(cron, { timezone: 'UTC', paused: true, mode: '5-part' })

const FORMS =
  'A schedule has five fields (minute, hour, day, month, weekday), or is @hourly, @daily, @weekly, @monthly or @yearly'

/** Refuses what is no schedule, and one that never comes. */
export function checkCron(cron: string, now: Date): void {
  const refuse = (message: string) => validationError([{ path: 'cron', message }])
  if (!FIELDS.test(cron.trim()) && !NICKNAME.test(cron.trim())) throw refuse(FORMS)
  let next: Date | null
  try {
    next = parse(cron).nextRun(now)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : ''
    throw refuse(`This schedule is not valid: ${reason}`)
  }
  if (!next) throw refuse('No time fits this schedule')
}

export const nextTimes = (cron: string, after: Date, count: number): Date[] => parse(cron).nextRuns(count, after)

export const nextTime = (cron: string, after: Date): Date | null => parse(cron).nextRun(after)

/** Of the times from `first` until now: the last one, and how many came before it. */
export function dueTimes(cron: string, first: Date, now: Date): { last: Date; missed: number } {
  const schedule = parse(cron)
  let missed = 0
  for (let next = schedule.nextRun(first); next && next <= now && missed < MAX_MISSED; next = schedule.nextRun(next)) {
    missed++
  }
  const [last = first] = missed > 0 ? schedule.previousRuns(1, new Date(now.getTime() + 1)) : []
  return { last, missed }
}

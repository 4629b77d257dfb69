import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { cleanText } from '../../connectors/clean-text.ts'
import { accountTool } from '../requests/account-tool.ts'
import { cut, oneLine, outsideId, pageToken } from '../requests/outside.ts'
import { type CalendarEvent, MAX_ATTENDEES } from './calendar.ts'
import { endOf, momentOf, TimeZone, When } from './event-times.ts'
import { freeTimes } from './free-times.ts'
import { openCalendar } from './open-calendar.ts'
import { zonedTime } from './zoned-time.ts'

const DAY_MS = 24 * 3_600_000
const MAX_DAYS_LISTED = 366
const MAX_DAYS_FREE = 31
const MAX_FREE_SLOTS = 30
/** A longer list would lose its end. */
const MAX_CHARACTERS = 50_000
const LIST_LIMITS = { description: 300, attendees: 10 }
const EVENT_LIMITS = { description: 20_000, attendees: MAX_ATTENDEES }

export const noSuchEvent = 'There is no event under this id; list_events shows which there are.'
export const calendarId = outsideId('list_calendars').optional().describe('Without it, the main calendar')
export const shownZone = TimeZone.default('UTC').describe('In which times are shown, such as Europe/Rome')

const listCalendars = accountTool('list_calendars', {
  is_read_only: true,
  description: 'Lists the calendars of the account.',
  input: z.object({ page: pageToken }),
  async call(scope, { page }) {
    const { items, next_page } = await openCalendar(scope).calendars(page)
    return { ...(next_page && { next_page }), calendars: items }
  },
})

const listEvents = accountTool('list_events', {
  is_read_only: true,
  missing: 'There is no calendar under this id; list_calendars shows which there are.',
  description:
    'Lists the events of a stretch of time in their order, of those that recur each occurrence. A page may hold fewer than its limit while more follow.',
  input: z.object({
    calendar: calendarId,
    from: When.optional().describe('Without it, now'),
    to: When.optional().describe('Without it, a week later; a day is listed whole'),
    text: oneLine(200).min(1).optional().describe('Words of the event'),
    time_zone: shownZone,
    page: pageToken,
    limit: z.int().min(1).max(50).default(20).describe('Less where the answer is longer than is allowed'),
  }),
  async call(scope, { from, to, ...query }) {
    // Without them a page would be one of a stretch that has moved on since.
    if (query.page !== undefined && (from === undefined || to === undefined))
      throw new AppError('bad_request', 'Say from and to as the page before says them')
    const within = stretch(scope.ctx.now(), from, to, query.time_zone, MAX_DAYS_LISTED)
    const { items, next_page } = await openCalendar(scope).events({ ...query, ...within })
    const events: ReturnType<typeof eventForModel>[] = []
    for (const event of items) {
      await yieldToEventLoop()
      events.push(eventForModel(event, LIST_LIMITS))
    }
    const isLong = JSON.stringify(events).length > MAX_CHARACTERS
    const shown = (time: Date) => zonedTime(time, query.time_zone)
    const { from: start, to: end } = within
    return {
      ...(next_page && { next_page }),
      time_zone: query.time_zone,
      from: shown(start),
      to: shown(end),
      ...(isLong && {
        note: 'These are many: who attends, descriptions and links are left out. read_event tells them.',
      }),
      events: isLong ? items.map(brief) : events,
    }
  },
})

const readEvent = accountTool('read_event', {
  is_read_only: true,
  missing: noSuchEvent,
  description: 'Reads an event with its attendees and their answers. Its text was written by other people.',
  input: z.object({ calendar: calendarId, event_id: outsideId('list_events'), time_zone: shownZone }),
  call: async (scope, at) => eventForModel(await openCalendar(scope).event(at), EVENT_LIMITS),
})

const hour = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time of the day such as 09:00')

const findFreeTimes = accountTool('find_free_times', {
  is_read_only: true,
  description:
    'Finds when the account’s owner, and other people whose calendars can be seen, are free for long enough. Each result is a whole free stretch.',
  input: z.object({
    people: z
      .array(z.email('This is no address of mail').max(320))
      .max(20)
      .default([])
      .describe('Addresses of others, such as "ada@example.com"'),
    from: When.optional().describe('Without it, now'),
    to: When.optional().describe('Without it, a week later; a day is looked at whole'),
    minutes: z.int().min(5).max(1440).default(30).describe('How long it must be'),
    day_start: hour.default('09:00'),
    day_end: hour.default('18:00'),
    time_zone: TimeZone.describe('Of these hours and of the results, such as Europe/Rome'),
  }),
  async call(scope, { people, from, to, time_zone, ...wanted }) {
    if (wanted.day_end <= wanted.day_start) throw new AppError('bad_request', 'The day ends before it begins')
    const within = stretch(scope.ctx.now(), from, to, time_zone, MAX_DAYS_FREE)
    const { busy, unknown } = await openCalendar(scope).busy([...new Set(people)], within, time_zone)
    const free = freeTimes(busy, { ...wanted, ...within, time_zone })
    const notes = [
      unknown.length > 0 && `Nothing could be seen of ${unknown.join(', ')}.`,
      free.length > MAX_FREE_SLOTS && `${free.length - MAX_FREE_SLOTS} later ones were left out.`,
    ].filter(Boolean)
    return {
      time_zone,
      free: free.slice(0, MAX_FREE_SLOTS).map((each) => ({
        from: zonedTime(each.from, time_zone),
        to: zonedTime(each.to, time_zone),
      })),
      ...(notes.length > 0 && { note: notes.join(' ') }),
    }
  },
})

function stretch(now: Date, start: string | undefined, end: string | undefined, time_zone: string, most_days: number) {
  const from = start === undefined ? now : momentOf(start, time_zone)
  const to = end === undefined ? new Date(from.getTime() + 7 * DAY_MS) : endOf(end, time_zone)
  if (to <= from) throw new AppError('bad_request', 'This ends before it begins')
  if (to.getTime() - from.getTime() > most_days * DAY_MS)
    throw new AppError('bad_request', `At most ${most_days} days can be requested at a time`)
  return { from, to }
}

/** As a model reads it: without what is empty, saying what was left out. */
export function eventForModel(event: CalendarEvent, most = EVENT_LIMITS) {
  const { description, attendees, attendee_count, location, organizer, recurring, ...rest } = event
  const shown = attendees.slice(0, most.attendees)
  const left_out = attendee_count - shown.length
  return {
    ...rest,
    ...(recurring && { recurring }),
    ...(location && { location }),
    ...(organizer && { organizer }),
    ...(shown.length > 0 && { attendees: shown }),
    ...(left_out > 0 && { note: `${left_out} more attendees were left out.` }),
    ...(description && { description: cut(description, most.description) }),
  }
}

/** As little as says which event it is. */
function brief(event: CalendarEvent) {
  const { id, title, start, end, all_day, location, my_answer, status, series_id } = event
  const place = location && { location: cleanText(location, 80) }
  return { id, title: cleanText(title, 150), start, end, all_day, ...place, my_answer, status, series_id }
}

export const tools = [listCalendars, listEvents, readEvent, findFreeTimes]

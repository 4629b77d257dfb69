import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { accountTool } from '../requests/account-tool.ts'
import { callKey } from '../requests/call-key.ts'
import { oneLine, outsideId } from '../requests/outside.ts'
import { ANSWERS } from './calendar.ts'
import { eventTimes, TimeZone, When } from './event-times.ts'
import { calendarId, eventForModel, noSuchEvent } from './look-tools.ts'
import { openCalendar } from './open-calendar.ts'

const eventId = outsideId('list_events')
const written = {
  title: oneLine(500).min(1),
  start: When.describe('A day for all-day, such as 2026-03-01, or a time such as 2026-03-01T09:00'),
  end: When.describe('Of an all-day event, its last day'),
  attendees: z.array(z.email('This is no address of mail').max(320)).max(100).describe('Addresses of who is invited'),
  location: oneLine(500),
  description: z.string().max(20_000),
}
const time_zone = TimeZone.optional().describe(
  'Of start and end where they are written without an offset, and of what recurs, such as Europe/Rome',
)

const createEvent = accountTool('create_event', {
  missing: 'There is no calendar under this id; list_calendars shows which there are.',
  description: 'Creates a calendar event and sends invitations to its attendees.',
  input: z.object({
    calendar: calendarId,
    ...written,
    time_zone,
    attendees: written.attendees.default([]),
    location: written.location.optional(),
    description: written.description.optional(),
    online_meeting: z.boolean().default(false).describe('True to add a meeting by video'),
    recurrence: oneLine(300).optional().describe('A rule of RFC 5545 such as FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10'),
  }),
  async call(scope, input) {
    const { calendar, start, end, time_zone, ...event } = input
    const times = eventTimes(start, end, time_zone)
    // An offset knows no summer: what recurs would move by an hour with the clocks.
    if (event.recurrence !== undefined && !times.all_day && times.start.time_zone !== time_zone)
      throw new AppError('bad_request', 'Say the time_zone of an event that recurs, such as Europe/Rome')
    const at = { calendar, time_zone: times.start.time_zone }
    return {
      created: eventForModel(await openCalendar(scope).create({ ...event, ...times, key: callKey(scope, input) }, at)),
    }
  },
})

const updateEvent = accountTool('update_event', {
  missing: noSuchEvent,
  description:
    'Changes an event, or one occurrence of it, and notifies the attendees. Fields that are not given stay unchanged.',
  input: z.object({
    calendar: calendarId,
    event_id: eventId,
    ...z.object(written).partial().shape,
    time_zone,
  }),
  async call(scope, { calendar, event_id, start, end, time_zone, ...change }) {
    const times = timesOf(start, end, time_zone)
    if (!times && Object.values(change).every((value) => value === undefined))
      throw new AppError('bad_request', 'Say what is to be changed')
    const at = { calendar, event_id, time_zone: times?.start.time_zone ?? time_zone ?? 'UTC' }
    return { updated: eventForModel(await openCalendar(scope).update({ ...change, ...times }, at)) }
  },
})

function timesOf(start: string | undefined, end: string | undefined, time_zone: string | undefined) {
  if (start === undefined && end === undefined) return null
  if (start === undefined || end === undefined) throw new AppError('bad_request', 'Start and end are changed together')
  return eventTimes(start, end, time_zone)
}

const deleteEvent = accountTool('delete_event', {
  missing: noSuchEvent,
  description: 'Deletes an event, or one occurrence of it, and notifies the attendees.',
  input: z.object({ calendar: calendarId, event_id: eventId }),
  async call(scope, at) {
    await openCalendar(scope).remove({ ...at, time_zone: 'UTC' })
    return { deleted: at.event_id }
  },
})

const NOT_SENT =
  'The organizer asked for no answers: the answer is in the calendar, and nothing was sent to the organizer, not the comment either.'

const respondToEvent = accountTool('respond_to_event', {
  missing: noSuchEvent,
  description: 'Answers an invitation for the account’s owner, and tells the organizer.',
  input: z.object({
    calendar: calendarId,
    event_id: eventId,
    answer: z.enum(ANSWERS),
    comment: oneLine(500).default(''),
  }),
  async call(scope, { answer, comment, ...at }) {
    const isSent = await openCalendar(scope).respond(answer, comment, { ...at, time_zone: 'UTC' })
    return { answered: answer, event_id: at.event_id, ...(!isSent && { note: NOT_SENT }) }
  },
})

export const tools = [createEvent, updateEvent, deleteEvent, respondToEvent]

import { z } from 'zod'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { htmlText } from '../../requests/html-text.ts'
import { outsideLine } from '../../requests/outside.ts'
import { type Answer, type CalendarEvent, type EventChange, type EventTime, MAX_ATTENDEES } from '../calendar.ts'
import { addDays, zonedTime } from '../zoned-time.ts'

const Time = z.union([
  z.object({ date: z.iso.date() }),
  z.object({ dateTime: z.iso.datetime({ offset: true }), timeZone: z.string().optional() }),
])
const Attendee = z.object({
  email: outsideLine(320),
  displayName: outsideLine(200),
  responseStatus: z.enum(['needsAction', 'declined', 'tentative', 'accepted']).catch('needsAction'),
  self: z.boolean().default(false),
  optional: z.boolean().default(false),
})

export const GoogleEvent = z.object({
  id: z.string(),
  status: z.enum(['confirmed', 'tentative', 'cancelled']).default('confirmed'),
  summary: outsideLine(500),
  description: z.string().default(''),
  location: outsideLine(500),
  start: Time,
  end: Time,
  organizer: z
    .object({ email: outsideLine(320), displayName: outsideLine(200), self: z.boolean().default(false) })
    .optional(),
  attendees: z.array(z.unknown()).default([]),
  recurrence: z.array(z.string()).optional(),
  recurringEventId: z.string().optional(),
  hangoutLink: outsideLine(500),
  htmlLink: outsideLine(1000),
})
export type GoogleEvent = z.infer<typeof GoogleEvent>
/** Of a deleted event Google promises nothing but its id. */
export const StoredEvent = z.union([GoogleEvent, z.object({ status: z.literal('cancelled') })])

/**
 * What begins no tag in a description, which may be HTML and often is plain text: invitations to meetings have their links between
 * angle brackets. With attributes anything is a tag.
 */
const NO_TAG =
  /<(?!\/?(?:a|b|i|u|s|p|br|hr|h[1-6]|em|strong|del|ins|sub|sup|small|span|div|font|center|ul|ol|li|dl|dt|dd|blockquote|pre|code|img|table|thead|tbody|tr|t[dh]|html|head|body|title|style|script|html-blob|o:p)[\s/>]|\/?[a-z][\w:-]*\s|!)/gi

const answerOf = (status: z.infer<typeof Attendee>['responseStatus']): Answer | 'none' =>
  status === 'needsAction' ? 'none' : status

function presentAttendee(one: unknown) {
  const read = Attendee.safeParse(one).data
  if (!read) return []
  const { email, displayName, responseStatus, optional } = read
  return { address: email, name: displayName || undefined, answer: answerOf(responseStatus), optional }
}

export async function presentEvent(event: GoogleEvent, time_zone: string): Promise<CalendarEvent> {
  const { start, end, organizer, attendees, recurringEventId } = event
  await yieldToEventLoop()
  const self = ownAttendee(attendees)
  return {
    id: event.id,
    title: event.summary,
    start: 'date' in start ? start.date : zonedTime(new Date(start.dateTime), time_zone),
    end: 'date' in end ? addDays(end.date, -1) : zonedTime(new Date(end.dateTime), time_zone),
    all_day: 'date' in start,
    location: event.location,
    organizer: organizer?.email ?? '',
    attendees: attendees.slice(0, MAX_ATTENDEES).flatMap(presentAttendee),
    attendee_count: attendees.length,
    my_answer:
      !self || organizer?.self ? (organizer?.self || !organizer ? 'organizer' : 'none') : answerOf(self.responseStatus),
    status: event.status,
    recurring: recurringEventId !== undefined || event.recurrence !== undefined,
    series_id: recurringEventId,
    online_meeting: event.hangoutLink || undefined,
    link: event.htmlLink || undefined,
    // Programs write plain text, whose lines Google shows as they are.
    description: await htmlText(event.description.replaceAll(NO_TAG, '&lt;').replaceAll(/\r?\n/g, '<br>')),
  }
}

/** The account's owner, where they are invited. */
export function ownAttendee(attendees: readonly unknown[]): z.infer<typeof Attendee> | undefined {
  const self = attendees.find((one) => typeof one === 'object' && one !== null && 'self' in one && one.self === true)
  return Attendee.safeParse(self).data
}

/** The fields that are given; a day and a time take each other's place. */
export function googleFields({ title, start, end, all_day, location, description }: EventChange) {
  const time = ({ text, time_zone }: EventTime) =>
    all_day ? { date: text, dateTime: null, timeZone: null } : { date: null, dateTime: text, timeZone: time_zone }
  return {
    summary: title,
    location,
    description,
    start: start && time(start),
    end: end && time(end),
  }
}

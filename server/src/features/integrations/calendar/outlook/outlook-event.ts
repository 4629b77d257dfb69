import { z } from 'zod'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { GraphBody } from '../../requests/graph-body.ts'
import { htmlText } from '../../requests/html-text.ts'
import { outsideLine } from '../../requests/outside.ts'
import { type Answer, type CalendarEvent, type EventChange, type EventTime, MAX_ATTENDEES } from '../calendar.ts'
import { addDays, zonedTime } from '../zoned-time.ts'

/** Asked for in UTC, whatever zone an event was made in. */
export const IN_UTC = { prefer: 'outlook.timezone="UTC"' }

export const OutlookTime = z
  .object({ dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/), timeZone: z.literal('UTC') })
  .transform(({ dateTime }) => new Date(`${dateTime.slice(0, 19)}Z`))

const Address = z.object({ name: outsideLine(200), address: outsideLine(320) })
const Response = z.object({ response: z.string().nullish() }).nullish()

const Attendee = z.object({ emailAddress: Address.nullish(), type: z.string().nullish(), status: Response })

/** What a change must not lose. */
export const OutlookMeeting = z.object({
  attendees: z.array(Attendee).nullish(),
  onlineMeeting: z.object({}).nullish(),
})

export const FIELDS =
  'id,subject,body,start,end,isAllDay,location,organizer,attendees,responseStatus,isOrganizer,isCancelled,type,seriesMasterId,onlineMeeting,webLink,showAs'

export const OutlookEvent = z.object({
  id: z.string(),
  subject: outsideLine(500),
  body: GraphBody,
  start: OutlookTime,
  end: OutlookTime,
  isAllDay: z.boolean().nullish(),
  location: z.object({ displayName: outsideLine(500) }).nullish(),
  organizer: z.object({ emailAddress: Address.nullish() }).nullish(),
  attendees: z.array(z.unknown()).nullish(),
  responseStatus: Response,
  isOrganizer: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  type: z.string().nullish(),
  seriesMasterId: z.string().nullish(),
  onlineMeeting: z.object({ joinUrl: outsideLine(1000) }).nullish(),
  webLink: outsideLine(1000),
  showAs: z.string().nullish(),
})
export type OutlookEvent = z.infer<typeof OutlookEvent>

const answers: Record<string, Answer> = {
  accepted: 'accepted',
  tentativelyAccepted: 'tentative',
  declined: 'declined',
}
const answerOf = (response: z.infer<typeof Response>): Answer | 'none' => answers[response?.response ?? ''] ?? 'none'

function presentAttendee(one: unknown) {
  const read = Attendee.safeParse(one).data
  if (!read) return []
  const { emailAddress, type, status } = read
  return {
    address: emailAddress?.address ?? '',
    name: emailAddress?.name || undefined,
    answer: answerOf(status),
    optional: type === 'optional',
  }
}

export async function presentEvent(event: OutlookEvent, time_zone: string): Promise<CalendarEvent> {
  const { start, end, isAllDay, body } = event
  await yieldToEventLoop()
  const attendees = event.attendees ?? []
  const day = (time: Date) => time.toISOString().slice(0, 10)
  return {
    id: event.id,
    title: event.subject,
    start: isAllDay ? day(start) : zonedTime(start, time_zone),
    end: isAllDay ? addDays(day(end), -1) : zonedTime(end, time_zone),
    all_day: isAllDay === true,
    location: event.location?.displayName ?? '',
    organizer: event.organizer?.emailAddress?.address ?? '',
    attendees: attendees.slice(0, MAX_ATTENDEES).flatMap(presentAttendee),
    attendee_count: attendees.length,
    my_answer: event.isOrganizer ? 'organizer' : answerOf(event.responseStatus),
    status: event.isCancelled ? 'cancelled' : event.showAs === 'tentative' ? 'tentative' : 'confirmed',
    recurring: event.type !== 'singleInstance' && typeof event.type === 'string',
    series_id: event.seriesMasterId ?? undefined,
    online_meeting: event.onlineMeeting?.joinUrl || undefined,
    link: event.webLink || undefined,
    description: body.isHtml ? await htmlText(body.content) : body.content,
  }
}

/** The fields that are given. */
export function outlookFields({ title, start, end, all_day, attendees, location, description }: EventChange) {
  const time = ({ text, time_zone }: EventTime) => ({
    dateTime: all_day ? `${text}T00:00:00` : text,
    timeZone: time_zone,
  })
  return {
    subject: title,
    start: start && time(start),
    end: end && time(end),
    isAllDay: start && all_day,
    attendees: attendees && invited(attendees, []),
    location: location === undefined ? undefined : { displayName: location },
    body: description === undefined ? undefined : { contentType: 'text', content: description },
  }
}

/** Who stays is as needed as before. */
export const invited = (addresses: readonly string[], known: readonly z.infer<typeof Attendee>[]) =>
  addresses.map((address) => {
    const before = known.find(({ emailAddress }) => emailAddress?.address.toLowerCase() === address.toLowerCase())
    return { emailAddress: { address }, type: before?.type ?? 'required' }
  })

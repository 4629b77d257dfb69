import { z } from 'zod'
import { type Answered, countTo, type Kept, OWNER } from './calendar-store.ts'
import { type Answer, googleRefusal } from './host-api.ts'
import { instantAt, isZone, wallClockOf } from './wall-clock-of.ts'

export const badRequest = (message: string, reason = 'invalid') => googleRefusal(400, reason, message)
export const notFound = () => googleRefusal(404, 'notFound', 'Not Found')
export const gone = () => googleRefusal(410, 'deleted', 'Resource has been deleted')
export const duplicate = () => googleRefusal(409, 'duplicate', 'The requested identifier already exists.')
export const readOnly = () =>
  googleRefusal(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.')

const Zone = z.string().refine(isZone)
/** A day or a time; a patch says null of the other one. */
const Time = z
  .strictObject({
    date: z.iso.date().nullish(),
    dateTime: z.iso.datetime({ offset: true, local: true }).nullish(),
    timeZone: Zone.nullish(),
  })
  .refine(({ date, dateTime }) => Boolean(date) !== Boolean(dateTime), 'Either a date or a dateTime')
  .refine(
    ({ dateTime, timeZone }) => !dateTime || timeZone || /(?:Z|[+-]\d\d:\d\d)$/.test(dateTime),
    'Missing time zone definition for start time.',
  )
export type GivenTime = z.output<typeof Time>
const Answers = z.enum(['needsAction', 'declined', 'tentative', 'accepted'])
const Guest = z.strictObject({
  email: z.email(),
  responseStatus: Answers.optional(),
  optional: z.boolean().optional(),
  comment: z.string().optional(),
  additionalGuests: z.int().optional(),
  displayName: z.string().optional(),
  self: z.literal(true).optional(),
})
const fields = {
  summary: z.string().optional(),
  description: z
    .string()
    .max(8192 * 4)
    .optional(),
  location: z.string().optional(),
  attendees: z.array(Guest).max(200).optional(),
}
export const NewEvent = z.strictObject({
  ...fields,
  id: z.string().optional(),
  start: Time,
  end: Time,
  recurrence: z.array(z.string().startsWith('RRULE:FREQ=')).optional(),
  conferenceData: z
    .strictObject({
      createRequest: z.strictObject({
        requestId: z.string().min(1),
        conferenceSolutionKey: z.strictObject({ type: z.enum(['hangoutsMeet', 'addOn']) }),
      }),
    })
    .optional(),
})
export const Change = z.strictObject({
  ...fields,
  start: Time.optional(),
  end: Time.optional(),
  attendeesOmitted: z.boolean().optional(),
})
export const FreeBusy = z.strictObject({
  timeMin: z.iso.datetime({ offset: true }),
  timeMax: z.iso.datetime({ offset: true }),
  timeZone: Zone.optional(),
  items: z.array(z.strictObject({ id: z.string() })).max(50),
})

export function momentOf({ date, dateTime, timeZone }: GivenTime): Date {
  if (date) return new Date(`${date}T00:00:00Z`)
  const text = dateTime ?? ''
  return /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : instantAt(text, timeZone ?? 'UTC')
}

/** As often as the tests need it; how a rule ends must fit how its event begins. */
export function repeatsOf(rules: readonly string[] | undefined, start: Date, all_day: boolean): Kept['repeats'] {
  if (!rules) return null
  const [, freq, count, until] =
    /^RRULE:FREQ=(DAILY|WEEKLY)(?:;BYDAY=\w\w)?;(?:COUNT=(\d+)|UNTIL=(\d{8}(?:T\d{6}Z)?))$/.exec(rules[0] ?? '') ?? []
  if (!freq || (until && until.length === 8 && !all_day) || (until && until.length > 8 && all_day))
    throw badRequest('Invalid recurrence rule.')
  const days = freq === 'DAILY' ? 1 : 7
  return { days, count: until ? countTo(start, instantIn(until), days) : Number(count) }
}

function instantIn(until: string): Date {
  const [, day = '', month = '', date = '', hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(until) ?? []
  return new Date(`${day}-${month}-${date}T${hour}:${minute}:${second}Z`)
}

type GoogleAnswer = z.output<typeof Answers>
export const answerOf = (given: GoogleAnswer | undefined): Answered =>
  given === undefined || given === 'needsAction' ? 'none' : given
const statusOf = (answer: Answered): GoogleAnswer => (answer === 'none' ? 'needsAction' : answer)

/** An event as the API shows it; one that was deleted has nothing but its id for certain. */
export function shown(event: Kept): Record<string, unknown> {
  if (event.is_cancelled) return { kind: 'calendar#event', etag: '"1"', id: event.id, status: 'cancelled' }
  const time = (at: Date) =>
    event.all_day
      ? { date: at.toISOString().slice(0, 10) }
      : { dateTime: withOffset(at, event.zone), timeZone: event.zone }
  return {
    kind: 'calendar#event',
    etag: '"1"',
    id: event.id,
    status: 'confirmed',
    htmlLink: `https://calendar.example/event?eid=${event.id}`,
    created: '2026-11-01T08:00:00.000Z',
    ...(event.title && { summary: event.title }),
    ...(event.html && { description: event.html }),
    ...(event.location && { location: event.location }),
    organizer: { email: event.organizer, ...(event.organizer === OWNER && { self: true }) },
    start: time(event.start),
    end: time(event.end),
    ...(event.guests.length > 0 && {
      attendees: event.guests.map(({ address, name, answer, optional, noted }) => ({
        ...noted,
        email: address,
        ...(name && { displayName: name }),
        ...(address === OWNER && { self: true }),
        ...(optional && { optional }),
        responseStatus: statusOf(answer),
      })),
    }),
    ...(event.series ? { recurringEventId: event.series } : event.repeats && { recurrence: event.rule }),
    ...(event.is_online && { hangoutLink: 'https://meet.example/abc' }),
    ...(event.is_free && { transparency: 'transparent' }),
  }
}

function withOffset(at: Date, zone: string): string {
  const wall = wallClockOf(at, zone)
  const minutes = (Date.parse(`${wall}Z`) - at.getTime()) / 60_000
  const two = (number: number) => String(number).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

export const ok = (json: unknown): Answer => ({ status: 200, json })

import { z } from 'zod'
import { type Answered, countTo, type Kept, OWNER } from './calendar-store.ts'
import { graphRefusal } from './host-api.ts'
import { instantAt, isZone } from './wall-clock-of.ts'

export const badRequest = (message: string, code = 'ErrorInvalidRequest') => graphRefusal(400, code, message)
export const notFound = () => graphRefusal(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
export const malformed = () => graphRefusal(400, 'ErrorInvalidIdMalformed', 'Id is malformed.')
export const accessDenied = () =>
  graphRefusal(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
export const duplicate = () =>
  graphRefusal(
    409,
    'ErrorDuplicateTransactionId',
    "Your request can't be completed. The TransactionId specified in the request has already been used to create a different event.",
  )

export const Time = z.strictObject({
  dateTime: z.iso.datetime({ local: true }),
  timeZone: z.string().refine(isZone),
})
export const momentOf = ({ dateTime, timeZone }: z.output<typeof Time>): Date => instantAt(dateTime, timeZone)

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const Day = z.enum(days)
const interval = z.int().min(1).max(99)
const Pattern = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('daily'), interval }),
  z.strictObject({ type: z.literal('weekly'), interval, daysOfWeek: z.array(Day).min(1), firstDayOfWeek: Day }),
  z.strictObject({ type: z.literal('absoluteMonthly'), interval, dayOfMonth: z.int().min(1).max(31) }),
  z.strictObject({
    type: z.literal('relativeMonthly'),
    interval,
    daysOfWeek: z.array(Day).min(1),
    index: z.enum(['first', 'second', 'third', 'fourth', 'last']),
  }),
  z.strictObject({
    type: z.literal('absoluteYearly'),
    interval,
    dayOfMonth: z.int().min(1).max(31),
    month: z.int().min(1).max(12),
  }),
])
const start = { startDate: z.iso.date(), recurrenceTimeZone: z.string().refine(isZone) }
const Range = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('noEnd'), ...start }),
  z.strictObject({ type: z.literal('numbered'), ...start, numberOfOccurrences: z.int().min(1).max(999) }),
  z.strictObject({ type: z.literal('endDate'), ...start, endDate: z.iso.date() }),
])
const Recurrence = z.strictObject({ pattern: Pattern, range: Range })

const Guest = z.strictObject({
  emailAddress: z.strictObject({ address: z.email(), name: z.string().optional() }),
  type: z.enum(['required', 'optional', 'resource']),
})
const fields = {
  body: z.strictObject({ contentType: z.enum(['text', 'html']), content: z.string() }).optional(),
  location: z.strictObject({ displayName: z.string() }).optional(),
  attendees: z.array(Guest).max(500).optional(),
  isAllDay: z.boolean().optional(),
}
export const NewEvent = z.strictObject({
  ...fields,
  subject: z.string(),
  start: Time,
  end: Time,
  recurrence: Recurrence.optional(),
  isOnlineMeeting: z.boolean().optional(),
  transactionId: z.string().min(1).optional(),
})
export const Change = z.strictObject({
  ...fields,
  subject: z.string().optional(),
  start: Time.optional(),
  end: Time.optional(),
})
export const Response = z.strictObject({ comment: z.string().optional(), sendResponse: z.boolean().optional() })
export const Schedules = z.strictObject({
  schedules: z.array(z.email()).min(1).max(20),
  startTime: Time,
  endTime: Time,
  availabilityViewInterval: z.int().min(5).max(1440).optional(),
})

/** As often as the tests need it. */
export function repeatsOf(given: z.output<typeof Recurrence> | undefined): Kept['repeats'] {
  if (!given) return null
  const { pattern, range } = given
  const day = pattern.type === 'daily' ? 1 : 7
  const days = day * pattern.interval
  if (range.type === 'numbered') return { days, count: range.numberOfOccurrences }
  const [first, last] = [
    new Date(range.startDate),
    new Date(range.type === 'endDate' ? range.endDate : range.startDate),
  ]
  return { days, count: range.type === 'endDate' ? countTo(first, last, days) : 3 }
}

export function guestOf({ emailAddress, type }: z.output<typeof Guest>) {
  return { address: emailAddress.address, answer: 'none' as const, optional: type === 'optional' }
}

const responseOf = (answer: Answered) => ({ response: answer === 'tentative' ? 'tentativelyAccepted' : answer })
export const inUtc = (at: Date) => ({ dateTime: `${at.toISOString().slice(0, 19)}.0000000`, timeZone: 'UTC' })

/** A digit for each slot of a stretch: 2 where something is in it. */
export function viewOf(busy: readonly { from: Date; to: Date }[], from: Date, to: Date, minutes: number): string {
  const slot_ms = minutes * 60_000
  const slots = Math.ceil((to.getTime() - from.getTime()) / slot_ms)
  return Array.from({ length: slots }, (_, n) => from.getTime() + n * slot_ms)
    .map((start) => (busy.some((one) => one.from.getTime() < start + slot_ms && one.to.getTime() > start) ? '2' : '0'))
    .join('')
}

/** An event as the API shows it, in UTC. */
export function shown(event: Kept, select: string | null): Record<string, unknown> {
  const own = event.guests.find(({ address }) => address === OWNER)
  const whole: Record<string, unknown> = {
    id: event.id,
    subject: event.title || null,
    body: { contentType: 'html', content: event.html },
    bodyPreview: '',
    start: inUtc(event.start),
    end: inUtc(event.end),
    isAllDay: event.all_day,
    location: { displayName: event.location, locationType: 'default' },
    organizer: { emailAddress: { name: event.organizer, address: event.organizer } },
    attendees: event.guests.map(({ address, name, answer, optional }) => ({
      type: optional ? 'optional' : 'required',
      status: { ...responseOf(answer), time: '0001-01-01T00:00:00Z' },
      emailAddress: { name: name ?? address, address },
    })),
    responseStatus: responseOf(own?.answer ?? 'none'),
    responseRequested: event.asks_for_answers,
    isOrganizer: event.organizer === OWNER,
    isCancelled: false,
    type: event.series ? 'occurrence' : event.repeats ? 'seriesMaster' : 'singleInstance',
    seriesMasterId: event.series,
    onlineMeeting: event.is_online ? { joinUrl: 'https://teams.example/abc' } : null,
    webLink: `https://outlook.example/${encodeURIComponent(event.id)}`,
    showAs: event.is_free ? 'free' : 'busy',
    transactionId: event.key,
  }
  return selected(whole, select)
}

export function selected(whole: Record<string, unknown>, select: string | null): Record<string, unknown> {
  if (select === null) return whole
  const names = ['id', ...select.split(',')]
  const unknown = names.find((name) => !(name in whole))
  if (unknown) throw badRequest(`Could not find a property named '${unknown}'`, 'RequestBroker--ParseUri')
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)))
}

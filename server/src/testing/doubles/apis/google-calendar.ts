/** A strict stand-in for Google Calendar: names of parameters and fields, ids that a client may make, and what it refuses. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { createMemoryCalendar, type Kept, OWNER } from './calendar-store.ts'
import {
  answerOf,
  badRequest,
  Change,
  duplicate,
  FreeBusy,
  gone,
  momentOf,
  NewEvent,
  notFound,
  ok,
  readOnly,
  repeatsOf,
  shown,
} from './google-calendar-wire.ts'
import { type Answer, type ApiHost, type Asked, checksOf, hostApi, pageByToken } from './host-api.ts'

const SCOPE = 'https://www.googleapis.com/auth/calendar'
const BASE = '/calendar/v3'

const { only, body } = checksOf(badRequest)

type Route = (asked: Asked, calendar: string, id: string) => Answer

export function hostGoogleCalendar(host: ApiHost) {
  const memory = createMemoryCalendar(() => randomUUID().replaceAll('-', ''), OWNER)

  function number({ query }: Asked, name: string, otherwise: number, most: number): number {
    const value = Number(query.get(name) ?? otherwise)
    if (!Number.isInteger(value) || value < 1 || value > most) throw badRequest(`Invalid value for ${name}`)
    return value
  }

  function moment({ query }: Asked, name: string): Date {
    const text = query.get(name) ?? ''
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) throw badRequest('Bad Request')
    return new Date(text)
  }

  const notifiesGuests = ({ query }: Asked) => {
    const updates = query.get('sendUpdates') ?? 'none'
    if (!['all', 'externalOnly', 'none'].includes(updates)) throw badRequest('Invalid value for sendUpdates')
    return updates === 'all'
  }

  function calendarOf(id: string) {
    const found = memory.calendars.find((each) => each.id === (id === 'primary' ? memory.main : id))
    if (!found) throw notFound()
    return found
  }

  function writable(id: string): string {
    const { id: known, can_edit } = calendarOf(id)
    if (!can_edit) throw readOnly()
    return known
  }

  function event(calendar: string, id: string): Kept {
    const found = memory.find(id)
    if (!found || found.calendar !== calendarOf(calendar).id) throw notFound()
    return found
  }

  const calendarList: Route = (one) => {
    only(one, 'maxResults', 'pageToken', 'minAccessRole', 'showHidden', 'showDeleted')
    const size = number(one, 'maxResults', 100, 250)
    const read = pageByToken(memory.calendars, { of: 'calendars', token: one.query.get('pageToken'), size })
    if (!read) throw badRequest('Invalid page token value.')
    const more = read.next === null ? {} : { nextPageToken: read.next }
    const items = read.shown.map(({ id, name, primary, can_edit }) => ({
      kind: 'calendar#calendarListEntry',
      id,
      summary: name,
      ...(primary && { primary }),
      accessRole: primary ? 'owner' : can_edit ? 'writer' : 'reader',
    }))
    return ok({ kind: 'calendar#calendarList', items, ...more })
  }

  const list: Route = (one, calendar) => {
    only(
      one,
      'timeMin',
      'timeMax',
      'q',
      'singleEvents',
      'orderBy',
      'maxResults',
      'pageToken',
      'timeZone',
      'showDeleted',
    )
    const { query } = one
    const [from, to] = [moment(one, 'timeMin'), moment(one, 'timeMax')]
    if (to <= from) throw badRequest('The specified time range is empty.', 'timeRangeEmpty')
    if (query.get('singleEvents') !== 'true')
      throw badRequest('The requested ordering is not available for the particular query.')
    const words = query.get('q')?.toLowerCase() ?? ''
    const matches = ({ title, html, location }: Kept) => `${title}\n${html}\n${location}`.toLowerCase().includes(words)
    const found = memory.within(calendarOf(calendar).id, from, to).filter(matches)
    const size = number(one, 'maxResults', 250, 2500)
    const of = `${from.getTime()} ${to.getTime()} ${words}`
    const read = pageByToken(found, { of, token: query.get('pageToken'), size })
    if (!read) throw badRequest('Invalid sync token value.')
    const more = read.next === null ? {} : { nextPageToken: read.next }
    return ok({ kind: 'calendar#events', items: read.shown.map(shown), ...more })
  }

  function checkTimes(start: z.output<typeof NewEvent>['start'], end: typeof start) {
    if (Boolean(start.date) !== Boolean(end.date))
      throw badRequest('Start and end times must either both be date or both be dateTime.')
    if (momentOf(end) <= momentOf(start)) throw badRequest('The specified time range is empty.', 'timeRangeEmpty')
    return {
      start: momentOf(start),
      end: momentOf(end),
      all_day: Boolean(start.date),
      zone: start.timeZone ?? 'UTC',
    }
  }

  const insert: Route = (one, calendar) => {
    only(one, 'sendUpdates', 'conferenceDataVersion', 'maxAttendees', 'supportsAttachments')
    const into = writable(calendar)
    const given = body(one, NewEvent)
    if (given.id !== undefined && !/^[a-v0-9]{5,1024}$/.test(given.id)) throw badRequest('Invalid resource id value.')
    if (given.id !== undefined && memory.find(given.id)) throw duplicate()
    if ('date' in given.start && given.start.date === null) throw badRequest('Nothing is null in what is new')
    if (given.recurrence && given.start.dateTime && !given.start.timeZone)
      throw badRequest('Missing time zone definition for start time.')
    if (given.conferenceData && one.query.get('conferenceDataVersion') !== '1')
      throw badRequest('Conference data needs its version.')
    const made = memory.add({
      ...(given.id !== undefined && { id: given.id }),
      ...checkTimes(given.start, given.end),
      calendar: into,
      title: given.summary ?? '',
      html: given.description ?? '',
      location: given.location ?? '',
      guests: (given.attendees ?? []).map(guestOf),
      repeats: repeatsOf(given.recurrence, momentOf(given.start), Boolean(given.start.date)),
      rule: given.recurrence,
      is_online: given.conferenceData !== undefined,
    })
    if (notifiesGuests(one)) memory.notify('invited', made)
    return ok(shown(made))
  }

  const get: Route = (one, calendar, id) => {
    only(one, 'maxAttendees', 'timeZone', 'fields')
    const whole = shown(event(calendar, id))
    const fields = one.query.get('fields')?.split(',')
    return ok(fields ? Object.fromEntries(Object.entries(whole).filter(([name]) => fields.includes(name))) : whole)
  }

  const patch: Route = (one, calendar, id) => {
    only(one, 'sendUpdates', 'conferenceDataVersion', 'maxAttendees', 'supportsAttachments')
    writable(calendar)
    const found = event(calendar, id)
    const { summary, description, location, attendees, attendeesOmitted, start, end } = body(one, Change)
    if (Boolean(start) !== Boolean(end)) throw badRequest('Start and end are changed together here')
    const known = new Map(found.guests.map((guest) => [guest.address, guest]))
    const given = attendees?.map((each) => ({ ...(attendeesOmitted && known.get(each.email)), ...guestOf(each) }))
    const guests = attendeesOmitted
      ? found.guests.map((guest) => ({ ...guest, ...given?.find(({ address }) => address === guest.address) }))
      : given
    const changed = memory.change(id, {
      ...(start && end && checkTimes(start, end)),
      ...(summary !== undefined && { title: summary }),
      ...(description !== undefined && { html: description }),
      ...(location !== undefined && { location }),
      ...(guests && { guests }),
    })
    if (notifiesGuests(one)) memory.notify(attendeesOmitted ? 'answered' : 'changed', changed)
    return ok(shown(changed))
  }

  const remove: Route = (one, calendar, id) => {
    only(one, 'sendUpdates')
    writable(calendar)
    const found = event(calendar, id)
    if (found.is_cancelled) throw gone()
    memory.change(id, { is_cancelled: true })
    if (notifiesGuests(one)) memory.notify('cancelled', found)
    return { status: 204 }
  }

  const freeBusy: Route = (one) => {
    only(one)
    const { timeMin, timeMax, items } = body(one, FreeBusy)
    const [from, to] = [new Date(timeMin), new Date(timeMax)]
    const shownBusy = (busy: readonly { from: Date; to: Date }[]) => ({
      busy: busy.map(({ from, to }) => ({ start: from.toISOString(), end: to.toISOString() })),
    })
    const own = memory
      .within(memory.main, from, to)
      .filter(({ is_free }) => !is_free)
      .map(({ start, end }) => ({ from: start, to: end }))
    const calendars = items.map(({ id }) => {
      const busy = id === 'primary' ? own : memory.others.get(id)
      return [id, busy ? shownBusy(busy) : { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }]
    })
    return ok({ kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(calendars) })
  }

  const EVENTS = '/calendars/([^/]+)/events'
  const routes: [string, RegExp, Route][] = [
    ['GET', /^\/users\/me\/calendarList$/, calendarList],
    ['POST', /^\/freeBusy$/, freeBusy],
    ['GET', new RegExp(`^${EVENTS}$`), list],
    ['POST', new RegExp(`^${EVENTS}$`), insert],
    ['GET', new RegExp(`^${EVENTS}/([^/]+)$`), get],
    ['PATCH', new RegExp(`^${EVENTS}/([^/]+)$`), patch],
    ['DELETE', new RegExp(`^${EVENTS}/([^/]+)$`), remove],
  ]

  function answerTo(one: Asked): Answer {
    const path = one.path.slice(BASE.length)
    const found = routes.find(([method, pattern]) => method === one.method && pattern.test(path))
    if (!found) throw notFound()
    const [, calendar = '', id = ''] = found[1].exec(path) ?? []
    return found[2](one, decodeURIComponent(calendar), decodeURIComponent(id))
  }

  const hosted = hostApi({ host, prefixes: [BASE], scope: SCOPE, answerTo })

  return {
    ...memory,
    ...hosted,
    clear() {
      memory.clear()
      hosted.clear()
    },
  }
}

const guestOf = ({
  email,
  responseStatus,
  optional,
  displayName,
  self: _,
  ...noted
}: NonNullable<z.output<typeof NewEvent>['attendees']>[number]) => ({
  address: email,
  answer: answerOf(responseStatus),
  optional: optional ?? false,
  ...(displayName && { name: displayName }),
  ...(Object.keys(noted).length > 0 && { noted }),
})

/** A strict stand-in for the calendar at Microsoft Graph: names of parameters and fields, and what it refuses. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Answered, createMemoryCalendar, type Kept, OWNER } from './calendar-store.ts'
import {
  accessDenied,
  badRequest,
  Change,
  duplicate,
  guestOf,
  inUtc,
  malformed,
  momentOf,
  NewEvent,
  notFound,
  Response,
  repeatsOf,
  Schedules,
  selected,
  shown,
  type Time,
  viewOf,
} from './graph-calendar-wire.ts'
import { type Answer, type ApiHost, type Asked, checksOf, hostApi } from './host-api.ts'

const SCOPE = 'Calendars.ReadWrite'
const BASE = '/v1.0/me'
const answers: Record<string, Answered> = {
  accept: 'accepted',
  decline: 'declined',
  tentativelyAccept: 'tentative',
}

const { only, body } = checksOf(badRequest)

type Route = (asked: Asked, of: { calendar: string; id: string; way: string }) => Answer

export function hostGraphCalendar(host: ApiHost) {
  const memory = createMemoryCalendar(() => `AAMk${randomUUID().replaceAll('-', '')}+/=`, 'AAMkMain=')
  let most_in_page = 1000
  let refusesSecond = false
  let hidesItems = false

  /** Times are only read in the zone that was asked for. */
  function prefersUtc({ headers }: Asked): void {
    if (headers.prefer !== 'outlook.timezone="UTC"') throw badRequest(`Which zone? ${headers.prefer}`)
  }

  function calendarOf(id: string) {
    const found = memory.calendars.find((each) => (id === '' ? each.primary : each.id === id))
    if (!found) throw notFound()
    return found
  }

  function event(calendar: string, id: string): Kept {
    if (!/^AAMk[\w+/=-]+$/.test(id)) throw malformed()
    const found = memory.find(id)
    if (!found || found.is_cancelled) throw notFound()
    // Without a calendar, any of the own ones; another one must be named.
    if (calendar === '' ? found.calendar === 'holidays' : found.calendar !== calendarOf(calendar).id) throw notFound()
    return found
  }

  function writable(calendar: string): string {
    const { id, can_edit } = calendarOf(calendar)
    if (!can_edit) throw accessDenied()
    return id
  }

  function page(all: readonly Record<string, unknown>[], { path, query }: Asked): Answer {
    const size = Number(query.get('$top') ?? 10)
    const at = Number(query.get('$skip') ?? 0)
    if (!(size >= 1 && size <= 1000) || !(Number.isInteger(at) && at >= 0)) throw badRequest('Invalid $top or $skip')
    const next = at + Math.min(size, most_in_page)
    const link = new URLSearchParams(query)
    link.set('$skip', String(next))
    const more = next < all.length ? { '@odata.nextLink': `${host.origin}${path}?${link}` } : {}
    return { status: 200, json: { value: all.slice(at, next), ...more } }
  }

  const calendars: Route = (one) => {
    only(one, '$select', '$top', '$skip')
    const all = memory.calendars.map(({ id, name, primary, can_edit }) => ({
      id,
      name,
      color: 'auto',
      isDefaultCalendar: primary,
      canEdit: can_edit,
      owner: { name: 'Ada', address: OWNER },
    }))
    return page(
      all.map((each) => selected(each, one.query.get('$select'))),
      one,
    )
  }

  const view: Route = (one, { calendar }) => {
    only(one, 'startDateTime', 'endDateTime', '$select', '$orderby', '$top', '$skip')
    prefersUtc(one)
    const { query } = one
    const [from, to] = ['startDateTime', 'endDateTime'].map((name) => new Date(query.get(name) ?? ''))
    if (!from || !to || Number.isNaN(from.getTime() + to.getTime()))
      throw badRequest('This request requires a time window specified by startDateTime and endDateTime.')
    if (to <= from) throw badRequest('The end is before the start', 'ErrorInvalidParameter')
    if (!['start/dateTime', null].includes(query.get('$orderby'))) throw badRequest('Unsupported order')
    return page(
      memory.within(calendarOf(calendar).id, from, to).map((each) => shown(each, query.get('$select'))),
      one,
    )
  }

  type Given = z.output<typeof Time>
  function timesOf(start: Given, end: Given, all_day: boolean) {
    if (momentOf(end) <= momentOf(start)) throw badRequest('The end is not after the start', 'ErrorPropertyValidation')
    if (!all_day) return { start: momentOf(start), end: momentOf(end), all_day, zone: start.timeZone }
    const isWhole = [start, end].every(({ dateTime }) => dateTime.endsWith('T00:00:00'))
    if (!isWhole || start.timeZone !== end.timeZone)
      throw badRequest('The Event.Start property for an all-day event needs to be set to midnight.')
    const day = ({ dateTime }: Given) => new Date(`${dateTime}Z`)
    return { start: day(start), end: day(end), all_day, zone: start.timeZone }
  }

  const textOf = ({ content, contentType }: { content: string; contentType: string }) =>
    contentType === 'html'
      ? content
      : `<html><body>${content.replaceAll('<', '&lt;').replaceAll(/\r?\n/g, '<br>')}</body></html>`

  const insert: Route = (one, { calendar }) => {
    only(one)
    prefersUtc(one)
    const into = writable(calendar)
    const given = body(one, NewEvent)
    const { subject, start, end, isAllDay, location, attendees, recurrence, isOnlineMeeting, transactionId } = given
    const before = memory.all().find(({ key }) => key !== null && key === transactionId)
    if (before && (refusesSecond || before.title !== subject)) throw duplicate()
    if (before) return { status: 201, json: shown(before, null) }
    const made = memory.add({
      ...timesOf(start, end, isAllDay ?? false),
      calendar: into,
      title: subject,
      html: given.body ? textOf(given.body) : '',
      location: location?.displayName ?? '',
      guests: (attendees ?? []).map(guestOf),
      repeats: repeatsOf(recurrence),
      rule: recurrence,
      is_online: isOnlineMeeting ?? false,
      key: transactionId ?? null,
    })
    memory.notify('invited', made)
    return { status: 201, json: shown(made, null) }
  }

  const get: Route = (one, { calendar, id }) => {
    only(one, '$select')
    prefersUtc(one)
    return { status: 200, json: shown(event(calendar, id), one.query.get('$select')) }
  }

  const patch: Route = (one, { calendar, id }) => {
    only(one)
    prefersUtc(one)
    const found = event(calendar, id)
    writable(calendar)
    const { subject, body: text, location, attendees, start, end, isAllDay } = body(one, Change)
    if (Boolean(start) !== Boolean(end)) throw badRequest('Start and end are changed together here')
    const known = new Map(found.guests.map((guest) => [guest.address.toLowerCase(), guest]))
    // Who stays keeps what they answered; whether they are needed is what is sent.
    const guests = attendees?.map((each) => ({
      ...guestOf(each),
      answer: known.get(each.emailAddress.address.toLowerCase())?.answer ?? 'none',
    }))
    const changed = memory.change(id, {
      ...(start && end && timesOf(start, end, isAllDay ?? found.all_day)),
      ...(subject !== undefined && { title: subject }),
      // How to join is in the body: without it there is no meeting any more.
      ...(text && { html: textOf(text), is_online: false }),
      ...(location && { location: location.displayName }),
      ...(guests && { guests }),
    })
    memory.notify('changed', changed)
    return { status: 200, json: shown(changed, null) }
  }

  const remove: Route = (one, { calendar, id }) => {
    only(one)
    const found = event(calendar, id)
    writable(calendar)
    memory.change(id, { is_cancelled: true })
    memory.notify('cancelled', found)
    return { status: 204 }
  }

  const respond: Route = (one, { calendar, id, way }) => {
    only(one)
    const found = event(calendar, id)
    const { sendResponse = true, comment } = body(one, Response)
    if (!sendResponse && comment !== undefined)
      throw badRequest("Your request can't be completed. 'SendResponse' must be true when 'Comment' is not null.")
    if (found.organizer === OWNER)
      throw badRequest(
        "Your request can't be completed. You can't respond to this meeting because you're the meeting organizer.",
      )
    if (sendResponse && !found.asks_for_answers)
      throw badRequest("Your request can't be completed. The meeting organizer hasn't requested a response.")
    const answer = answers[way] ?? 'none'
    const guests = found.guests.map((guest) => (guest.address === OWNER ? { ...guest, answer } : guest))
    memory.change(id, { guests })
    if (sendResponse) memory.notify('answered', found)
    return { status: 202 }
  }

  const getSchedule: Route = (one) => {
    only(one)
    prefersUtc(one)
    const { schedules, startTime, endTime, availabilityViewInterval = 30 } = body(one, Schedules)
    if (momentOf(endTime) <= momentOf(startTime)) throw badRequest('The end is not after the start')
    const value = schedules.map((scheduleId) => {
      const busy = memory.others.get(scheduleId)
      if (!busy)
        return { scheduleId, error: { responseCode: 'ErrorMailRecipientNotFound', message: 'Unable to resolve' } }
      const availabilityView = viewOf(busy, momentOf(startTime), momentOf(endTime), availabilityViewInterval)
      if (hidesItems) return { scheduleId, availabilityView, scheduleItems: null }
      const scheduleItems = busy.map(({ from, to }) => ({ status: 'busy', start: inUtc(from), end: inUtc(to) }))
      const free = { status: 'free', start: startTime, end: endTime }
      return { scheduleId, availabilityView, scheduleItems: [...scheduleItems, free] }
    })
    return { status: 200, json: { value } }
  }

  const OF = '(?:/calendars/([^/]+))?'
  const routes: [string, RegExp, Route][] = [
    ['GET', /^\/calendars$/, calendars],
    ['POST', /^\/calendar\/getSchedule$/, getSchedule],
    ['GET', new RegExp(`^${OF}/calendarView$`), view],
    ['POST', new RegExp(`^${OF}/events$`), insert],
    ['GET', new RegExp(`^${OF}/events/([^/]+)$`), get],
    ['PATCH', new RegExp(`^${OF}/events/([^/]+)$`), patch],
    ['DELETE', new RegExp(`^${OF}/events/([^/]+)$`), remove],
    ['POST', new RegExp(`^${OF}/events/([^/]+)/(accept|decline|tentativelyAccept)$`), respond],
  ]

  function answerTo(one: Asked): Answer {
    const path = one.path.slice(BASE.length)
    const found = routes.find(([method, pattern]) => method === one.method && pattern.test(path))
    if (!found) throw notFound()
    const [, calendar = '', id = '', way = ''] = found[1].exec(path) ?? []
    return found[2](one, { calendar: decodeURIComponent(calendar), id: decodeURIComponent(id), way })
  }

  const hosted = hostApi({ host, prefixes: [`${BASE}/calendar`, `${BASE}/events`], scope: SCOPE, answerTo })

  return {
    ...memory,
    ...hosted,
    clear() {
      memory.clear()
      hosted.clear()
      most_in_page = 1000
      refusesSecond = false
      hidesItems = false
    },
    /** Of others only a view of slots is shown. */
    hideScheduleItems: () => {
      hidesItems = true
    },
    /** Pages are shorter than what was asked for. */
    showAtMost: (items: number) => {
      most_in_page = items
    },
    /** What was made before is refused instead of shown. */
    refuseSecond: () => {
      refusesSecond = true
    },
  }
}

import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { type AccountScope, ProviderRefused } from '../../requests/account.ts'
import { outsideLine, path } from '../../requests/outside.ts'
import type { Calendar, EventAt, NewEvent } from '../calendar.ts'
import { readRule, showRule, untilAsStart } from '../rrule.ts'
import { GoogleEvent, googleFields, ownAttendee, presentEvent, StoredEvent } from './google-event.ts'

const MAX_CALENDARS = 100
/** Of a page of events, each with all who attend. */
const MAX_BYTES = 10 * 1024 * 1024

const Events = z.object({ items: z.array(GoogleEvent).default([]), nextPageToken: z.string().optional() })
const Calendars = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: outsideLine(200),
        summaryOverride: outsideLine(200),
        primary: z.boolean().default(false),
        accessRole: z.string(),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})
/** Those who attend as Google knows them, with what they wrote and whom they bring along. */
const Invited = z.object({ attendees: z.array(z.looseObject({ email: z.string().default('') })).default([]) })
const FreeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z.array(z.object({ start: z.coerce.date(), end: z.coerce.date() })).default([]),
      errors: z.array(z.unknown()).optional(),
    }),
  ),
})

/** Attendees are notified of what changes. */
const NOTIFY_ALL = { sendUpdates: 'all' }

export function googleCalendar({ account, ctx }: AccountScope): Calendar {
  const base = ctx.ports.config.GCAL_BASE_URL
  const eventsOf = (calendar = 'primary') => `${base}${path`/calendars/${calendar}/events`}`
  const urlOf = ({ calendar, event_id }: EventAt) => `${eventsOf(calendar)}${path`/${event_id}`}`

  async function read(at: EventAt): Promise<GoogleEvent> {
    const event = await account.json(StoredEvent, { url: urlOf(at) })
    if ('start' in event) return event
    throw new ProviderRefused(410, 'The event was deleted')
  }

  async function insert(event: NewEvent, at: Omit<EventAt, 'event_id'>): Promise<GoogleEvent> {
    const { key, attendees = [], online_meeting, recurrence, ...fields } = event
    const request = {
      url: eventsOf(at.calendar),
      method: 'POST' as const,
      query: { ...NOTIFY_ALL, ...(online_meeting && { conferenceDataVersion: 1 }) },
      json: {
        id: key,
        ...withoutNull(googleFields(fields)),
        attendees: attendees.map((email) => ({ email })),
        ...(recurrence !== undefined && { recurrence: [showRule(untilAsStart(readRule(recurrence), fields))] }),
        ...(online_meeting && {
          conferenceData: { createRequest: { requestId: key, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
        }),
      },
      repeatable: true,
    }
    try {
      return await account.json(GoogleEvent, request)
    } catch (error) {
      if (!(error instanceof ProviderRefused) || error.provider_status !== 409) throw error
      const made = await account.json(StoredEvent, { url: urlOf({ ...at, event_id: key }) })
      if ('start' in made && made.status !== 'cancelled') return made
      throw new AppError('conflict', 'This very event was made and deleted before; change its words to make it anew')
    }
  }

  return {
    async calendars(page) {
      const { items, nextPageToken } = await account.json(Calendars, {
        url: `${base}/users/me/calendarList`,
        query: { maxResults: MAX_CALENDARS, pageToken: page },
      })
      const calendars = items.map(({ id, summary, summaryOverride, primary, accessRole }) => ({
        id,
        name: summaryOverride || summary,
        primary,
        can_edit: accessRole === 'owner' || accessRole === 'writer',
      }))
      return { items: calendars, next_page: nextPageToken }
    },
    async events({ calendar, from, to, text, page, limit, time_zone }) {
      const { items, nextPageToken } = await account.json(Events, {
        url: eventsOf(calendar),
        query: {
          timeMin: from.toISOString(),
          timeMax: to.toISOString(),
          q: text,
          singleEvents: true,
          orderBy: 'startTime',
          maxResults: limit,
          pageToken: page,
        },
        most_bytes: MAX_BYTES,
      })
      return {
        items: await Promise.all(items.map((event) => presentEvent(event, time_zone))),
        next_page: nextPageToken,
      }
    },
    event: async (at) => presentEvent(await read(at), at.time_zone),
    async busy(people, { from, to }) {
      const ids = ['primary', ...people]
      const { calendars } = await account.json(FreeBusy, {
        url: `${base}/freeBusy`,
        method: 'POST',
        json: { timeMin: from.toISOString(), timeMax: to.toISOString(), items: ids.map((id) => ({ id })) },
        repeatable: true,
      })
      const isUnknown = (id: string) => !calendars[id] || (calendars[id].errors?.length ?? 0) > 0
      return {
        busy: ids.flatMap((id) => calendars[id]?.busy ?? []).map(({ start, end }) => ({ from: start, to: end })),
        unknown: ids.filter(isUnknown),
      }
    },
    create: async (event, at) => presentEvent(await insert(event, at), at.time_zone),
    async update({ attendees, ...change }, at) {
      const fields = { fields: 'attendees' }
      const known = attendees && (await account.json(Invited, { url: urlOf(at), query: fields })).attendees
      // Who stays stays as they are: what is left out of one of them would be lost.
      const invited = attendees?.map(
        (email) => known?.find((each) => each.email.toLowerCase() === email.toLowerCase()) ?? { email },
      )
      const json = { ...googleFields(change), attendees: invited }
      const request = { url: urlOf(at), method: 'PATCH' as const, query: NOTIFY_ALL, json, repeatable: true }
      return presentEvent(await account.json(GoogleEvent, request), at.time_zone)
    },
    remove: (at) => account.done({ url: urlOf(at), method: 'DELETE', query: NOTIFY_ALL }),
    async respond(responseStatus, comment, at) {
      const self = ownAttendee((await read(at)).attendees)
      if (!self) throw new AppError('bad_request', 'The account’s owner is not invited to this event')
      await account.done({
        url: urlOf(at),
        method: 'PATCH',
        query: NOTIFY_ALL,
        // Said so, a single attendee is changed and the others stay.
        json: {
          attendeesOmitted: true,
          attendees: [{ email: self.email, responseStatus, ...(comment && { comment }) }],
        },
        repeatable: true,
      })
      return true
    },
  }
}

/** What is new has nothing that would be taken away. */
function withoutNull({ start, end, ...fields }: ReturnType<typeof googleFields>) {
  const given = (time: typeof start) =>
    time && Object.fromEntries(Object.entries(time).filter(([, value]) => value !== null))
  return { ...fields, start: given(start), end: given(end) }
}

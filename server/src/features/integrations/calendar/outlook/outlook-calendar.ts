import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { includesText } from '#platform/includes-text.ts'
import { type AccountScope, ProviderRefused } from '../../requests/account.ts'
import { listOf, nextPage, pageQuery } from '../../requests/graph-pages.ts'
import { outsideLine, path } from '../../requests/outside.ts'
import type { Answer, Calendar, EventAt, NewEvent } from '../calendar.ts'
import { othersBusy, ownBusy } from './outlook-busy.ts'
import { FIELDS, IN_UTC, invited, OutlookEvent, OutlookMeeting, outlookFields, presentEvent } from './outlook-event.ts'
import { outlookRecurrence } from './recurrence.ts'

const MAX_CALENDARS = 100

const OutlookCalendar = z.object({
  id: z.string(),
  name: outsideLine(200),
  isDefaultCalendar: z.boolean().nullish(),
  canEdit: z.boolean().nullish(),
})

const Invitation = z.object({ responseRequested: z.boolean().nullish() })

const ways: Record<Answer, string> = { accepted: 'accept', declined: 'decline', tentative: 'tentativelyAccept' }

export function outlookCalendar({ account, ctx }: AccountScope): Calendar {
  const me = `${ctx.ports.config.GRAPH_BASE_URL}/me`
  const calendarOf = (calendar: string | undefined) =>
    calendar === undefined ? me : `${me}${path`/calendars/${calendar}`}`
  const urlOf = ({ calendar, event_id }: EventAt) => `${calendarOf(calendar)}${path`/events/${event_id}`}`

  const read = (at: EventAt) =>
    account.json(OutlookEvent, { url: urlOf(at), query: { $select: FIELDS }, headers: IN_UTC })

  async function insert({ recurrence, online_meeting, key, ...event }: NewEvent, calendar: string | undefined) {
    const json = {
      ...outlookFields(event),
      ...(recurrence !== undefined && { recurrence: outlookRecurrence(recurrence, event.start) }),
      ...(online_meeting && { isOnlineMeeting: true }),
      transactionId: key,
    }
    const request = { url: `${calendarOf(calendar)}/events`, method: 'POST' as const, headers: IN_UTC, json }
    try {
      return await account.json(OutlookEvent, { ...request, repeatable: true })
    } catch (error) {
      if (!(error instanceof ProviderRefused) || error.provider_status !== 409) throw error
      throw new AppError('conflict', 'This very event was made before; list_events shows it')
    }
  }

  return {
    async calendars(page) {
      const { value, '@odata.nextLink': link } = await account.json(listOf(OutlookCalendar), {
        url: `${me}/calendars`,
        query: { $select: 'id,name,isDefaultCalendar,canEdit', $top: MAX_CALENDARS, ...pageQuery(page) },
      })
      const items = value.map(({ id, name, isDefaultCalendar, canEdit }) => ({
        id,
        name,
        primary: isDefaultCalendar === true,
        can_edit: canEdit === true,
      }))
      return { items, next_page: nextPage(link) }
    },
    async events({ calendar, from, to, text, page, limit, time_zone }) {
      const { value, '@odata.nextLink': link } = await account.json(listOf(OutlookEvent), {
        url: `${calendarOf(calendar)}/calendarView`,
        query: {
          startDateTime: from.toISOString(),
          endDateTime: to.toISOString(),
          $orderby: 'start/dateTime',
          $select: FIELDS,
          $top: limit,
          ...pageQuery(page),
        },
        headers: IN_UTC,
        most_bytes: 10 * 1024 * 1024,
      })
      const events = await Promise.all(value.map((event) => presentEvent(event, time_zone)))
      // A view of a calendar cannot be searched.
      const items = text === undefined ? events : events.filter((event) => mentions(event, text))
      return { items, next_page: nextPage(link) }
    },
    event: async (at) => presentEvent(await read(at), at.time_zone),
    async busy(people, within, time_zone) {
      const [own, others] = await Promise.all([
        ownBusy(account, me, within, time_zone),
        othersBusy(account, me, people, within),
      ])
      return { busy: [...own, ...others.busy], unknown: others.unknown }
    },
    create: async (event, { calendar, time_zone }) => presentEvent(await insert(event, calendar), time_zone),
    async update({ attendees, ...change }, at) {
      const before =
        attendees || change.description !== undefined
          ? await account.json(OutlookMeeting, {
              url: urlOf(at),
              query: { $select: 'attendees,onlineMeeting' },
              headers: IN_UTC,
            })
          : null
      // How to join is in the description, and Outlook ends a meeting that loses it.
      if (change.description !== undefined && before?.onlineMeeting)
        throw new AppError('bad_request', 'The description of an event with a meeting by video cannot be changed here')
      const known = before?.attendees ?? []
      const json = { ...outlookFields(change), ...(attendees && { attendees: invited(attendees, known) }) }
      const request = { url: urlOf(at), method: 'PATCH' as const, headers: IN_UTC, json, repeatable: true }
      return presentEvent(await account.json(OutlookEvent, request), at.time_zone)
    },
    remove: (at) => account.done({ url: urlOf(at), method: 'DELETE' }),
    async respond(answer, comment, at) {
      const query = { $select: 'responseRequested' }
      const invitation = await account.json(Invitation, { url: urlOf(at), query, headers: IN_UTC })
      const isRequested = invitation.responseRequested !== false
      // Microsoft refuses to send an answer that nobody asked for, and takes a comment only with one that is sent.
      const json = isRequested ? { comment, sendResponse: true } : { sendResponse: false }
      await account.done({ url: `${urlOf(at)}/${ways[answer]}`, method: 'POST', json })
      return isRequested
    },
  }
}

const mentions = (
  { title, location, description }: { title: string; location: string; description: string },
  text: string,
) => [title, location, description].some((each) => includesText(each.toLowerCase(), text.toLowerCase()))

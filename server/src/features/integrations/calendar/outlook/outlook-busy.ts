import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import type { Account } from '../../requests/account.ts'
import { listOf, nextPage, pageQuery } from '../../requests/graph-pages.ts'
import type { Busy } from '../calendar.ts'
import { instantOf } from '../zoned-time.ts'
import { IN_UTC, OutlookTime } from './outlook-event.ts'

const MAX_PAGES = 5
/** No clock is further from UTC. */
const MAX_OFFSET_MS = 14 * 3_600_000
const FREE = new Set(['free', 'workingElsewhere'])
const SLOT_MINUTES = 15
/** Tentative, busy and out of office, in a view of slots. */
const TAKEN = /[123]/

const Own = z.object({
  start: OutlookTime,
  end: OutlookTime,
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  showAs: z.string().nullish(),
})
const Schedule = z.object({
  scheduleId: z.string(),
  availabilityView: z.string().nullish(),
  scheduleItems: z.array(z.object({ status: z.string().nullish(), start: OutlookTime, end: OutlookTime })).nullish(),
  error: z.unknown().optional(),
})

/** From the calendar itself, because schedules are only there for accounts of organizations. */
export async function ownBusy(account: Account, me: string, { from, to }: Busy, time_zone: string): Promise<Busy[]> {
  const busy: Busy[] = []
  // A whole day begins at midnight wherever one is, and is listed as one in UTC.
  const midnight = (time: Date) => instantOf(time.toISOString().slice(0, 19), time_zone)
  let page: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { value, '@odata.nextLink': link } = await account.json(listOf(Own), {
      url: `${me}/calendarView`,
      query: {
        startDateTime: new Date(from.getTime() - MAX_OFFSET_MS).toISOString(),
        endDateTime: new Date(to.getTime() + MAX_OFFSET_MS).toISOString(),
        $select: 'start,end,isAllDay,isCancelled,showAs',
        $top: 200,
        ...pageQuery(page),
      },
      headers: IN_UTC,
    })
    for (const { start, end, isAllDay, isCancelled, showAs } of value) {
      if (isCancelled || FREE.has(showAs ?? '')) continue
      busy.push(isAllDay ? { from: midnight(start), to: midnight(end) } : { from: start, to: end })
    }
    page = nextPage(link)
    if (page === undefined) return busy
  }
  // What was not read would be taken for free.
  throw new AppError('unprocessable', 'There are too many events in this time; ask for fewer days')
}

export async function othersBusy(account: Account, me: string, people: readonly string[], { from, to }: Busy) {
  if (people.length === 0) return { busy: [], unknown: [] }
  const time = (at: Date) => ({ dateTime: at.toISOString().slice(0, 19), timeZone: 'UTC' })
  const { value } = await account.json(listOf(Schedule), {
    url: `${me}/calendar/getSchedule`,
    method: 'POST',
    headers: IN_UTC,
    json: { schedules: people, startTime: time(from), endTime: time(to), availabilityViewInterval: SLOT_MINUTES },
    repeatable: true,
  })
  const seen = new Set(value.filter(isShown).map(({ scheduleId }) => scheduleId.toLowerCase()))
  return {
    busy: value.flatMap((schedule) => takenTimes(schedule, from)),
    unknown: people.filter((person) => !seen.has(person.toLowerCase())),
  }
}

const isShown = ({ error, scheduleItems, availabilityView }: z.infer<typeof Schedule>): boolean =>
  !error && Boolean(scheduleItems ?? availabilityView)

/** Microsoft promises no items: of some people there is only a view of slots. */
function takenTimes({ scheduleItems, availabilityView }: z.infer<typeof Schedule>, from: Date): Busy[] {
  if (scheduleItems && scheduleItems.length > 0)
    return scheduleItems
      .filter(({ status }) => !FREE.has(status ?? ''))
      .map(({ start, end }) => ({ from: start, to: end }))
  const slotStart = (slot: number) => new Date(from.getTime() + slot * SLOT_MINUTES * 60_000)
  return Array.from(availabilityView ?? '').flatMap((taken, slot) =>
    TAKEN.test(taken) ? [{ from: slotStart(slot), to: slotStart(slot + 1) }] : [],
  )
}

import { instantAt, wallClockOf } from './wall-clock-of.ts'

export const OWNER = 'ada@accounts.example'
export type Answered = 'none' | 'accepted' | 'declined' | 'tentative'
export type Guest = {
  address: string
  name?: string
  answer: Answered
  optional: boolean
  /** What else a service keeps of them. */
  noted?: Record<string, unknown>
}

export type Kept = {
  id: string
  calendar: string
  title: string
  html: string
  location: string
  /** Of an all-day event at midnight in UTC, wherever one is. */
  start: Date
  end: Date
  all_day: boolean
  zone: string
  organizer: string
  guests: Guest[]
  repeats: { days: number; count: number } | null
  /** The recurrence as it was sent. */
  rule: unknown
  series: string | null
  is_online: boolean
  is_cancelled: boolean
  is_free: boolean
  asks_for_answers: boolean
  key: string | null
}

const DAY_MS = 24 * 3_600_000

/** How often something begins that begins each so many days, to the end of its rule. */
export const countTo = (start: Date, end: Date, days: number): number =>
  Math.floor((end.getTime() - start.getTime()) / (days * DAY_MS)) + 1

/** A person's calendars as far as both services have the same ones, and what is known of other people. */
export function createMemoryCalendar(newId: () => string, main: string) {
  const calendars = [
    { id: main, name: 'Ada', primary: true, can_edit: true },
    { id: 'team=calendar/1', name: 'Te\u202eam\u0007', primary: false, can_edit: true },
    { id: 'holidays', name: 'Holidays', primary: false, can_edit: false },
  ]
  const events = new Map<string, Kept>()
  const changed = new Map<string, Partial<Kept>>()
  const others = new Map<string, { from: Date; to: Date }[]>()
  /** Who was notified of what. */
  const notifications: { what: string; to: string[] }[] = []

  function occurrences(event: Kept): Kept[] {
    if (!event.repeats) return [event]
    return Array.from({ length: event.repeats.count }, (_, n) => {
      const days = n * (event.repeats?.days ?? 1)
      const start = later(event, event.start, days)
      const id = `${event.id}_${start.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
      return { ...event, id, series: event.id, start, end: later(event, event.end, days), ...changed.get(id) }
    })
  }

  function later({ all_day, zone }: Kept, time: Date, days: number): Date {
    if (all_day) return new Date(time.getTime() + days * DAY_MS)
    const [day = '', clock = ''] = wallClockOf(time, zone).split('T')
    const moved = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
    return instantAt(`${moved}T${clock}`, zone)
  }

  const all = () => [...events.values()].filter(({ is_cancelled }) => !is_cancelled)
  const find = (id: string): Kept | undefined =>
    events.get(id) ?? [...events.values()].flatMap(occurrences).find((each) => each.id === id)

  return {
    main,
    calendars,
    others,
    notifications,
    all,
    find,
    add(given: Partial<Kept> & { start: Date; end: Date }): Kept {
      const id = given.id ?? newId()
      const event: Kept = {
        calendar: main,
        title: '',
        html: '',
        location: '',
        all_day: false,
        zone: 'UTC',
        organizer: OWNER,
        guests: [],
        repeats: null,
        rule: null,
        series: null,
        is_online: false,
        is_cancelled: false,
        is_free: false,
        asks_for_answers: true,
        key: null,
        ...given,
        id,
      }
      events.set(id, event)
      return event
    },
    change(id: string, change: Partial<Kept>): Kept {
      const whole = events.get(id)
      if (whole) return Object.assign(whole, change)
      changed.set(id, { ...changed.get(id), ...change })
      const found = find(id)
      if (!found) throw new Error(`Nothing to change under ${id}`)
      return found
    },
    within: (calendar: string, from: Date, to: Date): Kept[] =>
      all()
        .filter((event) => event.calendar === calendar)
        .flatMap(occurrences)
        .filter((event) => !event.is_cancelled && event.start < to && event.end > from)
        .toSorted((one, other) => one.start.getTime() - other.start.getTime()),
    /** Each guest but the owner is notified of it. */
    notify: (what: string, { guests, organizer }: Kept) => {
      const to = [...guests.map(({ address }) => address), organizer].filter((address) => address !== OWNER)
      if (to.length > 0) notifications.push({ what, to: [...new Set(to)] })
    },
    clear() {
      for (const map of [events, changed, others]) map.clear()
      calendars.length = 3
      notifications.length = 0
    },
  }
}
export type MemoryCalendar = ReturnType<typeof createMemoryCalendar>

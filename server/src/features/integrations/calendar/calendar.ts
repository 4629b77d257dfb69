/** A day without a time, such as 2026-03-01, or a time of the clock, such as 2026-03-01T09:00:00, in `time_zone`. */
export type EventTime = { text: string; time_zone: string }

export type CalendarBrief = { id: string; name: string; primary: boolean; can_edit: boolean }

export const ANSWERS = ['accepted', 'declined', 'tentative'] as const
export type Answer = (typeof ANSWERS)[number]

export type Attendee = { address: string; name?: string | undefined; answer: Answer | 'none'; optional: boolean }

/** What is read of them, of an event to which thousands may be invited. */
export const MAX_ATTENDEES = 100

/** `start` and `end` are ISO times with an offset; of an all-day event, its first and last day. */
export type CalendarEvent = {
  id: string
  title: string
  start: string
  end: string
  all_day: boolean
  location: string
  organizer: string
  /** The first of them. */
  attendees: Attendee[]
  attendee_count: number
  /** What its owner has answered to the invitation. */
  my_answer: Answer | 'organizer' | 'none'
  status: 'confirmed' | 'tentative' | 'cancelled'
  recurring: boolean
  /** Of an occurrence: the event that recurs. */
  series_id?: string | undefined
  online_meeting?: string | undefined
  link?: string | undefined
  description: string
}

export type EventQuery = {
  calendar?: string | undefined
  from: Date
  to: Date
  text?: string | undefined
  page?: string | undefined
  limit: number
  time_zone: string
}

/** What of an event is written; what is not given stays as it is. */
export type EventChange = {
  title?: string | undefined
  start?: EventTime | undefined
  /** Of an all-day event the day after the last, as both providers count. */
  end?: EventTime | undefined
  all_day?: boolean | undefined
  attendees?: string[] | undefined
  location?: string | undefined
  description?: string | undefined
}
export type NewEvent = EventChange & {
  title: string
  start: EventTime
  end: EventTime
  all_day: boolean
  online_meeting: boolean
  recurrence?: string | undefined
  /** The same for every try of one call, so that one event comes of it. */
  key: string
}

export type EventAt = { calendar?: string | undefined; event_id: string; time_zone: string }
export type Busy = { from: Date; to: Date }
export type Page<T> = { items: T[]; next_page: string | undefined }

/** A person's calendars, whichever provider keeps them. */
export type Calendar = {
  calendars(page: string | undefined): Promise<Page<CalendarBrief>>
  events(query: EventQuery): Promise<Page<CalendarEvent>>
  event(at: EventAt): Promise<CalendarEvent>
  /** When the account's owner and others are not free; of whom nothing can be read, `unknown` names them. */
  busy(people: readonly string[], within: Busy, time_zone: string): Promise<{ busy: Busy[]; unknown: string[] }>
  create(event: NewEvent, at: Omit<EventAt, 'event_id'>): Promise<CalendarEvent>
  update(change: EventChange, at: EventAt): Promise<CalendarEvent>
  remove(at: EventAt): Promise<void>
  /** False where the organizer asked for no answers and was not notified. */
  respond(answer: Answer, comment: string, at: EventAt): Promise<boolean>
}

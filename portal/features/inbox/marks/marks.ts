import type { InboxConversation } from '#contracts/inbox.ts'

export const MARK_STATUSES = ['resolved', 'snoozed', 'spam'] as const
export type MarkStatus = (typeof MARK_STATUSES)[number]

/** What a person has put a conversation away as. */
export type Mark = {
  status: MarkStatus
  /** When the latest message that they saw in it was written; null where there was none. */
  seen: string | null
  set_at: number
  /** When a snoozed conversation is listed as open again. */
  until?: number
}

/** By the conversations' ids. */
export type Marks = Readonly<Record<string, Mark>>

/** A browser's storage is small, and each tab reads all of them. */
export const MAX_MARKS = 500

type Row = Pick<InboxConversation, 'last_message'>

/**
 * As what a conversation is put away at this moment; null: it is open. A later message of someone else opens it, because
 * an answer or a colleague's reply may follow the customer's message. Spam stays spam.
 */
export function statusOf(mark: Mark | undefined, row: Row, viewerId: string, now: number): MarkStatus | null {
  if (!mark) return null
  if (mark.status === 'spam') return 'spam'
  if (mark.until !== undefined && mark.until <= now) return null
  return hasNewMessage(mark, row, viewerId) ? null : mark.status
}

/** An answer has the time of its question: one that was being written when the mark was made is not new. */
function hasNewMessage({ seen }: Mark, { last_message }: Row, viewerId: string): boolean {
  if (!last_message || last_message.user_id === viewerId) return false
  return seen === null || last_message.created_at > seen
}

/** With one more; the oldest are forgotten where there are too many. */
export function withMark(marks: Marks, id: string, mark: Mark): Marks {
  const all = Object.entries({ ...marks, [id]: mark })
  if (all.length <= MAX_MARKS) return Object.fromEntries(all)
  return Object.fromEntries(all.sort(([, a], [, b]) => b.set_at - a.set_at).slice(0, MAX_MARKS))
}

export function withoutMark(marks: Marks, id: string): Marks {
  if (!(id in marks)) return marks
  const { [id]: _, ...others } = marks
  return others
}

/** The ids of those that are put away so, the latest first. */
export const idsOf = (marks: Marks, status: MarkStatus): string[] =>
  Object.entries(marks)
    .filter(([, mark]) => mark.status === status)
    .sort(([, a], [, b]) => b.set_at - a.set_at)
    .map(([id]) => id)

/** Reads the browser's storage, whose content is not trusted. */
export function parseMarks(text: string | null): Marks {
  try {
    const found: unknown = JSON.parse(text ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    const marks = Object.entries(found).filter((entry): entry is [string, Mark] => isMark(entry[1]))
    return Object.fromEntries(marks.slice(0, MAX_MARKS))
  } catch {
    return {}
  }
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== 'object' || value === null) return false
  if (!('status' in value && 'seen' in value && 'set_at' in value)) return false
  const { status, seen, set_at } = value
  const until = 'until' in value ? value.until : undefined
  return (
    MARK_STATUSES.some((each) => each === status) &&
    (seen === null || typeof seen === 'string') &&
    typeof set_at === 'number' &&
    (until === undefined || typeof until === 'number')
  )
}

export type Snooze = { name: 'later' | 'tomorrow' | 'week'; until: number }

const LATER_HOURS = 3
const MORNING_HOUR = 9
const MONDAY = 1

/** Until when one may snooze, in the time of this machine; late in the evening there is no later today. */
export function snoozeChoices(now: Date): Snooze[] {
  const later = new Date(now)
  later.setHours(now.getHours() + LATER_HOURS)
  const isToday = later.getDate() === now.getDate()
  const week = (MONDAY - now.getDay() + 7) % 7 || 7
  return [
    ...(isToday ? [{ name: 'later' as const, until: later.getTime() }] : []),
    { name: 'tomorrow', until: morningIn(now, 1) },
    { name: 'week', until: morningIn(now, week) },
  ]
}

const morningIn = (now: Date, days: number): number =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR).getTime()

import type { Conversation } from '#contracts/conversations.ts'
import type { HistoryEntry, InternalHistory } from '#contracts/internal-chat.ts'

/** The part of a person's chats that is loaded, newest first. */
export type History = { entries: HistoryEntry[]; hasMore: boolean }

/** What was shown, brought up to what the newest page says; beyond its end what was known stays. */
export function withNewestPage(known: History | undefined, page: InternalHistory): History {
  const last = page.data.at(-1)
  if (!known || !last || !page.hasMore) return { entries: page.data, hasMore: page.hasMore }
  const joined = known.entries.some(({ id }) => page.data.some((entry) => entry.id === id))
  if (!joined) return { entries: page.data, hasMore: true }
  const read = new Set(page.data.map(({ id }) => id))
  const beyond = known.entries.filter((entry) => !read.has(entry.id) && byRecency(last, entry) < 0)
  return { entries: [...page.data, ...beyond], hasMore: beyond.length > 0 ? known.hasMore : true }
}

export function withNextPage(known: History, page: InternalHistory): History {
  const ids = new Set(known.entries.map(({ id }) => id))
  const fresh = page.data.filter(({ id }) => !ids.has(id))
  return { entries: [...known.entries, ...fresh].sort(byRecency), hasMore: page.hasMore }
}

/** The page that holds the first entry which is not known yet, as entries come and go while one reads on. */
export function nextPageOf({ entries }: History, limit: number): number {
  return Math.floor(entries.length / limit) + 1
}

/** Something was said: the chat moves up. Undefined where the chat is not known. */
export function touched(known: History, conversationId: string, at: string): History | undefined {
  const entry = known.entries.find(({ id }) => id === conversationId)
  if (!entry) return undefined
  if (entry.last_message_at && entry.last_message_at >= at) return known
  const moved = { ...entry, last_message_at: at }
  return { ...known, entries: known.entries.map((each) => (each === entry ? moved : each)).sort(byRecency) }
}

/** News of a chat. That of others, which the inbox hears as well, changes nothing here. */
export function patched(known: History, news: Conversation): History {
  if (!known.entries.some(({ id }) => id === news.id)) return known
  if (news.deleted_at) return without(known, news.id)
  const entries = known.entries.map((entry) => (entry.id === news.id ? { ...entry, ...news } : entry))
  return { ...known, entries: entries.sort(byRecency) }
}

export function without(known: History, conversationId: string): History {
  return { ...known, entries: known.entries.filter(({ id }) => id !== conversationId) }
}

export function withEntry(known: History, entry: HistoryEntry): History {
  return { ...known, entries: [...without(known, entry.id).entries, entry].sort(byRecency) }
}

function byRecency(a: Conversation, b: Conversation): number {
  const [first, second] = [a.last_message_at ?? a.created_at, b.last_message_at ?? b.created_at]
  if (first !== second) return first < second ? 1 : -1
  return a.id < b.id ? 1 : -1
}

export type Period = { kind: 'today' | 'yesterday' | 'week' } | { kind: 'month'; month: Date }
export type PeriodOfEntries = { key: string; period: Period; entries: HistoryEntry[] }

/** Entries by when something was last said, by this person's calendar. */
export function byPeriod(entries: readonly HistoryEntry[], now: Date): PeriodOfEntries[] {
  const groups: PeriodOfEntries[] = []
  for (const entry of entries) {
    const period = periodOf(new Date(entry.last_message_at ?? entry.created_at), now)
    const key = period.kind === 'month' ? `${period.month.getFullYear()}-${period.month.getMonth()}` : period.kind
    const last = groups.at(-1)
    if (last?.key === key) last.entries.push(entry)
    else groups.push({ key, period, entries: [entry] })
  }
  return groups
}

function periodOf(at: Date, now: Date): Period {
  const startOf = (daysAgo: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
  if (at >= startOf(0)) return { kind: 'today' }
  if (at >= startOf(1)) return { kind: 'yesterday' }
  if (at >= startOf(7)) return { kind: 'week' }
  return { kind: 'month', month: new Date(at.getFullYear(), at.getMonth(), 1) }
}

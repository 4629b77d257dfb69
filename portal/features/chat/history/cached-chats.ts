import type { Conversation } from '#contracts/conversations.ts'
import type { HistoryEntry } from '#contracts/internal-chat.ts'
import { byRecency } from '#thread/last-message.ts'
import { type Recent, without } from '../../conversation/recent.ts'

/** The part of a person's chats that is loaded, newest first. */
export type History = Recent<HistoryEntry>

/** Moves a chat with a new message up; undefined if the chat is not cached. */
export function touched(cached: History, conversationId: string, at: string): History | undefined {
  const entry = cached.entries.find(({ id }) => id === conversationId)
  if (!entry) return undefined
  if (entry.last_message_at && entry.last_message_at >= at) return cached
  const moved = { ...entry, last_message_at: at }
  return { ...cached, entries: cached.entries.map((each) => (each === entry ? moved : each)).sort(byRecency) }
}

/** An event of a chat. Chats of others, whose events the inbox receives as well, change nothing here. */
export function patched(cached: History, change: Conversation): History {
  if (!cached.entries.some(({ id }) => id === change.id)) return cached
  if (change.deleted_at) return without(cached, change.id)
  const entries = cached.entries.map((entry) => (entry.id === change.id ? { ...entry, ...change } : entry))
  return { ...cached, entries: entries.sort(byRecency) }
}

export type Period = { kind: 'today' | 'yesterday' | 'week' } | { kind: 'month'; month: Date }
type PeriodOfEntries = { key: string; period: Period; entries: HistoryEntry[] }

/** Entries by the time of their last message, in this person's time zone. */
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

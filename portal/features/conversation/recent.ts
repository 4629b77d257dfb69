import type { Conversation } from '#contracts/conversations.ts'
import { byRecency } from '#thread/last-message.ts'

type Entry = Pick<Conversation, 'id' | 'last_message_at' | 'created_at'>

/** The part of a list of conversations that is loaded, the latest first. */
export type Recent<E extends Entry> = { entries: E[]; hasMore: boolean }
type Page<E extends Entry> = { data: E[]; hasMore: boolean }

/** What was shown, brought up to what the newest page says; beyond its end what was known stays. */
export function withNewestPage<E extends Entry>(known: Recent<E> | undefined, page: Page<E>): Recent<E> {
  const last = page.data.at(-1)
  if (!known || !last || !page.hasMore) return { entries: page.data, hasMore: page.hasMore }
  const joined = known.entries.some(({ id }) => page.data.some((entry) => entry.id === id))
  if (!joined) return { entries: page.data, hasMore: true }
  const read = new Set(page.data.map(({ id }) => id))
  const beyond = known.entries.filter((entry) => !read.has(entry.id) && byRecency(last, entry) < 0)
  return { entries: [...page.data, ...beyond], hasMore: beyond.length > 0 ? known.hasMore : true }
}

export function withNextPage<E extends Entry>(known: Recent<E>, page: Page<E>): Recent<E> {
  const ids = new Set(known.entries.map(({ id }) => id))
  const fresh = page.data.filter(({ id }) => !ids.has(id))
  return { entries: [...known.entries, ...fresh].sort(byRecency), hasMore: page.hasMore }
}

/** The page that holds the first entry which is not known yet, as entries come and go while one reads on. */
export function nextPageOf<E extends Entry>({ entries }: Recent<E>, limit: number): number {
  return Math.floor(entries.length / limit) + 1
}

export function without<E extends Entry>(known: Recent<E>, conversationId: string): Recent<E> {
  return { ...known, entries: known.entries.filter(({ id }) => id !== conversationId) }
}

export function withEntry<E extends Entry>(known: Recent<E>, entry: E): Recent<E> {
  return { ...known, entries: [...without(known, entry.id).entries, entry].sort(byRecency) }
}

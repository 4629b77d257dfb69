import { expect, test } from 'vitest'
import type { HistoryEntry, InternalHistory } from '#contracts/internal-chat.ts'
import { nextPageOf, withNewestPage, withNextPage } from '../../conversation/recent.ts'
import { byPeriod, type History, patched, touched } from './cached-chats.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`

function entry(name: string, minute: number, fields: Partial<HistoryEntry> = {}): HistoryEntry {
  return { id: name, title: name, last_message_at: at(minute), created_at: at(0), ...fields } as HistoryEntry
}

const page = (data: HistoryEntry[], hasMore = false): InternalHistory => ({
  data,
  hasMore,
  page: 1,
  limit: 20,
  total: data.length,
})
const names = ({ entries }: History) => entries.map(({ id }) => id)
const known: History = { entries: [entry('c', 3), entry('b', 2), entry('a', 1)], hasMore: true }

test('a chat in which something is said moves up, and a later event of the same moves nothing', () => {
  const moved = touched(known, 'a', at(9))
  expect(moved && names(moved)).toEqual(['a', 'c', 'b'])
  expect(touched(known, 'c', at(3))).toBe(known)
  expect(touched(known, 'nobody', at(9))).toBeUndefined()
})

test('a new title shows, a deleted chat vanishes, and other people’s chats change nothing', () => {
  expect(patched(known, entry('b', 2, { title: 'Named' })).entries[1]?.title).toBe('Named')
  expect(names(patched(known, entry('b', 2, { deleted_at: at(5) })))).toEqual(['c', 'a'])
  expect(patched(known, entry('theirs', 9))).toBe(known)
})

test('the newest page replaces what it covers and keeps what lies beyond', () => {
  const read = withNewestPage(known, page([entry('d', 4), entry('c', 3)], true))
  expect(names(read)).toEqual(['d', 'c', 'b', 'a'])
})

test('what was deleted meanwhile is gone when the newest page is read', () => {
  expect(names(withNewestPage(known, page([entry('c', 3), entry('a', 1)], true)))).toEqual(['c', 'a'])
  expect(names(withNewestPage(known, page([entry('c', 3)])))).toEqual(['c'])
  expect(names(withNewestPage(known, page([])))).toEqual([])
})

test('after a long absence the list begins again instead of hiding a hole', () => {
  expect(names(withNewestPage(known, page([entry('z', 50)], true)))).toEqual(['z'])
})

test('a page that overlaps adds what is new and nothing twice', () => {
  const more = withNextPage(known, page([entry('b', 2), entry('a', 1), entry('0', 0)]))
  expect(names(more)).toEqual(['c', 'b', 'a', '0'])
  expect(more.hasMore).toBe(false)
})

test('reading on skips nothing after a deletion', () => {
  expect(nextPageOf({ entries: Array.from({ length: 40 }, (_, n) => entry(`${n}`, 1)), hasMore: true }, 20)).toBe(3)
  expect(nextPageOf({ entries: Array.from({ length: 39 }, (_, n) => entry(`${n}`, 1)), hasMore: true }, 20)).toBe(2)
})

test('chats are grouped by the calendar, not by hours', () => {
  const now = new Date(2026, 10, 20, 0, 30)
  const on = (name: string, ...date: [number, number, number, number]) =>
    entry(name, 0, { last_message_at: new Date(...date).toISOString() })
  const groups = byPeriod(
    [
      on('now', 2026, 10, 20, 0),
      on('late', 2026, 10, 19, 23),
      on('week', 2026, 10, 13, 1),
      on('month', 2026, 10, 12, 23),
      on('before', 2026, 9, 1, 0),
      on('year', 2025, 10, 1, 0),
    ],
    now,
  )
  expect(groups.map(({ key, entries }) => [key, entries[0]?.id])).toEqual([
    ['today', 'now'],
    ['yesterday', 'late'],
    ['week', 'week'],
    ['2026-10', 'month'],
    ['2026-9', 'before'],
    ['2025-10', 'year'],
  ])
})

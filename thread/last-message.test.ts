import { expect, test } from 'vitest'
import { byRecency, isLastMessage, lastMessageAt } from './last-message.ts'
import { id, message, numbered } from './thread-sample.ts'

const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`
const row = (number: number, last_message_at: string | null = null) => ({
  id: id(number),
  created_at: at(0),
  last_message_at,
})

test('conversations are listed by their last message, new ones by when they began, and those of one moment in a stable order', () => {
  const rows = [row(1, at(1)), row(2, at(2)), row(3), row(4)]
  const order = [id(2), id(1), id(4), id(3)]
  expect(rows.toSorted(byRecency).map((each) => each.id)).toEqual(order)
  expect(
    rows
      .toReversed()
      .sort(byRecency)
      .map((each) => each.id),
  ).toEqual(order)
})

test('the last message is complete, written by someone, and not older than the one that is known', () => {
  const known = { last_message: { id: id(5) } }
  expect(isLastMessage(known, numbered(6))).toBe(true)
  expect(isLastMessage({ last_message: null }, numbered(1))).toBe(true)
  // Feedback on it, or an edit of it.
  expect(isLastMessage(known, numbered(5))).toBe(true)
  expect(isLastMessage(known, numbered(4))).toBe(false)
  expect(isLastMessage(known, message({ id: id(6) }))).toBe(false)
  expect(isLastMessage(known, { ...numbered(6), role: 'system' })).toBe(false)
})

test('a conversation does not move down in its list when an answer comes that has the time of its question', () => {
  const answer = { ...numbered(6), created_at: at(1), completed_at: at(3) }
  expect(lastMessageAt(row(1, at(2)), answer)).toBe(at(3))
  expect(lastMessageAt(row(1, at(2)), { ...answer, completed_at: null })).toBe(at(2))
  expect(lastMessageAt(row(1), { ...answer, completed_at: null })).toBe(at(1))
})

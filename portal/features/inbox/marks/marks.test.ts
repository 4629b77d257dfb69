import { expect, test } from 'vitest'
import { idsOf, MAX_MARKS, type Mark, parseMarks, snoozeChoices, statusOf, withMark, withoutMark } from './marks.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString()
const me = 'me'
const last = (role: 'contact' | 'ai' | 'operator', minute: number, user_id: string | null = null) => ({
  last_message: { id: 'm', role, user_id, content: 'Hello', has_attachments: false, created_at: at(minute) },
})
const mark = (values: Partial<Mark> = {}): Mark => ({ status: 'resolved', seen: at(5), set_at: 0, ...values })

test('what is resolved comes back when someone else says something later, and not by one’s own reply', () => {
  expect(statusOf(mark(), last('contact', 5), me, 0)).toBe('resolved')
  expect(statusOf(mark(), last('operator', 6, me), me, 0)).toBe('resolved')
  expect(statusOf(mark(), last('contact', 6), me, 0)).toBeNull()
  expect(statusOf(mark(), last('ai', 6), me, 0)).toBeNull()
  expect(statusOf(mark(), last('operator', 6, 'colleague'), me, 0)).toBeNull()
})

test('an answer that was being written when its conversation was resolved does not bring it back', () => {
  expect(statusOf(mark(), last('ai', 5), me, 0)).toBe('resolved')
})

test('what is snoozed comes back at its time, or when the customer writes before it', () => {
  const snoozed = mark({ status: 'snoozed', until: 1000 })
  expect(statusOf(snoozed, last('contact', 5), me, 999)).toBe('snoozed')
  expect(statusOf(snoozed, last('contact', 5), me, 1000)).toBeNull()
  expect(statusOf(snoozed, last('contact', 6), me, 999)).toBeNull()
})

test('spam stays spam, whatever is said in it', () => {
  expect(statusOf(mark({ status: 'spam' }), last('contact', 6), me, 0)).toBe('spam')
})

test('what was never marked is open, and so is what was empty and got its first message', () => {
  expect(statusOf(undefined, last('contact', 5), me, 0)).toBeNull()
  expect(statusOf(mark({ seen: null }), { last_message: null }, me, 0)).toBe('resolved')
  expect(statusOf(mark({ seen: null }), last('contact', 5), me, 0)).toBeNull()
})

test('of too many marks the oldest are forgotten', () => {
  let marks = {}
  for (let n = 0; n <= MAX_MARKS; n++) marks = withMark(marks, `c${n}`, mark({ set_at: n }))
  const ids = idsOf(marks, 'resolved')
  expect(ids).toHaveLength(MAX_MARKS)
  expect(ids[0]).toBe(`c${MAX_MARKS}`)
  expect(ids).not.toContain('c0')
  expect(Object.keys(withoutMark(marks, 'c7'))).toHaveLength(MAX_MARKS - 1)
})

test('whatever lies in the storage is read without a fault', () => {
  const kept = { a: mark({ status: 'spam' }) }
  expect(parseMarks(JSON.stringify({ ...kept, b: { status: 'gone' }, c: null, d: { ...mark(), until: 'x' } }))).toEqual(
    kept,
  )
  for (const text of [null, '', '[]', '7', 'null', '{"a":1', '"x"']) expect(parseMarks(text)).toEqual({})
})

test('one may snooze until later today, tomorrow morning or Monday morning, and late in the evening not until today', () => {
  const local = (day: number, hour: number) => new Date(2026, 4, day, hour).getTime()
  // The first of May in 2026 is a Friday.
  expect(snoozeChoices(new Date(2026, 4, 1, 14))).toEqual([
    { name: 'later', until: local(1, 17) },
    { name: 'tomorrow', until: local(2, 9) },
    { name: 'week', until: local(4, 9) },
  ])
  expect(snoozeChoices(new Date(2026, 4, 1, 22)).map(({ name }) => name)).toEqual(['tomorrow', 'week'])
  expect(snoozeChoices(new Date(2026, 4, 4, 10)).at(-1)?.until).toBe(local(11, 9))
})

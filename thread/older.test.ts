import { expect, test } from 'vitest'
import { applyEvents, type ThreadEvent } from './apply-events.ts'
import { addOlder, mergeNewest } from './merge-page.ts'
import { hasGap } from './pending-deltas.ts'
import { threadOf, trimToNewest } from './thread.ts'
import { contentOf, delta, id, numbered, pageOf } from './thread-sample.ts'

const edit = (number: number): ThreadEvent => ({ kind: 'message', message: numbered(number, 'edited') })

test('older messages are added above, and stay where the newest page is read again and overlaps', () => {
  const thread = addOlder(
    threadOf(pageOf([numbered(30), numbered(31)], id(30))),
    pageOf([numbered(20), numbered(21)]),
    id(30),
  )
  expect(contentOf(thread)).toEqual(['20', '21', '30', '31'])
  const again = mergeNewest(thread, pageOf([numbered(31), numbered(32)], id(31)))
  expect(contentOf(again)).toEqual(['20', '21', '30', '31', '32'])
  expect(again.older).toBeNull()
})

test('after a long absence the thread begins again with the newest page, because messages in between may be missing', () => {
  const thread = threadOf(pageOf([numbered(20)]))
  const again = mergeNewest(thread, pageOf([numbered(80)], id(80)))
  expect(contentOf(again)).toEqual(['80'])
  expect(again.older).toBe(id(80))
})

test('an older page that was asked for before the thread began again is not added above a gap', () => {
  const thread = threadOf(pageOf([numbered(20)], id(20)))
  const again = mergeNewest(thread, pageOf([numbered(80)], id(80)))
  const late = addOlder(again, pageOf([numbered(18), numbered(19)]), id(20))
  expect(contentOf(late)).toEqual(['80'])
  expect(late.older).toBe(id(80))
})

test('a thread that is trimmed to its newest messages reads on from where it was cut', () => {
  const all = [5, 6, 7, 8].map((number) => numbered(number))
  const trimmed = trimToNewest(threadOf(pageOf(all)), 2)
  expect(contentOf(trimmed)).toEqual(['7', '8'])
  expect(trimmed.older).toBe(id(7))
  expect(contentOf(addOlder(trimmed, pageOf(all.slice(0, 2)), id(7)))).toEqual(['5', '6', '7', '8'])
})

test('an event of a message that is older than what was read changes nothing until its page is read', () => {
  const thread = threadOf(pageOf([numbered(31), numbered(32)], id(31)))
  // A message that is sent once more may have been accepted long ago.
  const accepted: ThreadEvent = { kind: 'accepted', message: numbered(30) }
  for (const event of [edit(30), accepted, delta(1, 'more', { message_id: id(30) })])
    expect(applyEvents(thread, [event])).toBe(thread)
  const read = mergeNewest(thread, pageOf([numbered(31), numbered(32)], id(31)), { pushed: [edit(30)] })
  expect(contentOf(read)).toEqual(['31', '32'])
  const further = addOlder(read, pageOf([numbered(29), numbered(30, 'edited')]), id(31))
  expect(contentOf(further)).toEqual(['29', 'edited', '31', '32'])
  expect(hasGap(further)).toBe(false)
})

test('where nothing older is left to read, every event belongs to what is shown', () => {
  const thread = threadOf(pageOf([numbered(31), numbered(32)]))
  expect(contentOf(applyEvents(thread, [edit(30), edit(31)]))).toEqual(['edited', 'edited', '32'])
})

test('an older page of another conversation is not added', () => {
  const thread = threadOf(pageOf([numbered(31)], id(31)))
  const other = { ...pageOf([numbered(30)]), conversation: { ...pageOf([]).conversation, id: id(99) } as never }
  expect(addOlder(thread, other, id(31))).toBe(thread)
})

import { expect, test } from 'vitest'
import type { Conversation } from '#contracts/conversations.ts'
import {
  applyEvents,
  hasGap,
  mergeThread,
  openedThread,
  type ThreadEvent,
  threadOf,
  withNewest,
  withOlder,
} from './thread.ts'
import { contentOf, conversationId, delta, id, message, pageOf, streaming, whole } from './thread-sample.ts'

test('events of another conversation are not shown', () => {
  const thread = streaming()
  const events = [delta(0, 'x', { conversation_id: id(99) }), whole({ id: id(11), conversation_id: id(99) })]
  expect(applyEvents(thread, events).messages).toEqual(thread.messages)
})

test('messages that did not change keep their identity', () => {
  const thread = threadOf(pageOf([message({ id: id(9), status: 'completed' }), message()]))
  const next = applyEvents(thread, [delta(0)])
  expect(next.messages[0]).toBe(thread.messages[0])
  expect(next.messages[1]).not.toBe(thread.messages[1])
})

test('an expected message gives way to the real one and never replaces it', () => {
  const expected: ThreadEvent = { kind: 'expected', message: message({ content: 'mine' }) }
  const real = whole({ status: 'completed', content: 'real' })
  const opened = openedThread(conversationId)
  expect(contentOf(applyEvents(opened, [expected, real]))).toEqual(['real'])
  expect(contentOf(applyEvents(opened, [real, expected]))).toEqual(['real'])
})

test('a message that was pushed while the page was being read is kept', () => {
  const pushed = applyEvents(threadOf(pageOf([message()])), [
    whole({ id: id(12), status: 'completed', content: 'new' }),
  ])
  expect(contentOf(mergeThread(pushed, pageOf([message()])))).toEqual(['', 'new'])
})

test('older messages stay when the newest page is read again', () => {
  const newest = [message({ id: id(30), content: 'c' }), message({ id: id(31), content: 'd' })]
  const older = pageOf([message({ id: id(20), content: 'a' }), message({ id: id(21), content: 'b' })])
  const thread = withOlder(threadOf(pageOf(newest, id(30))), older)
  const again = mergeThread(thread, pageOf(newest, id(30)))
  expect(contentOf(again)).toEqual(['a', 'b', 'c', 'd'])
  expect(again.older).toBeNull()
})

test('after a long absence the thread begins again instead of hiding a hole', () => {
  const thread = threadOf(pageOf([message({ id: id(20), content: 'old' })], null))
  const again = mergeThread(thread, pageOf([message({ id: id(80), content: 'new' })], id(80)))
  expect(contentOf(again)).toEqual(['new'])
  expect(again.older).toBe(id(80))
})

test('news of the conversation itself replaces what is known of it, and that of others changes nothing', () => {
  const thread = streaming()
  const named = { id: conversationId, title: 'Invoices' } as Conversation
  expect(applyEvents(thread, [{ kind: 'conversation', conversation: named }]).conversation).toBe(named)
  const other = { ...named, id: id(99) }
  expect(applyEvents(thread, [{ kind: 'conversation', conversation: other }])).toBe(thread)
})

test('a thread that is cut to its newest messages reads on from where it was cut', () => {
  const all = [5, 6, 7, 8].map((number) => message({ id: id(number), status: 'completed', content: `${number}` }))
  const cut = withNewest(threadOf(pageOf(all)), 2)
  expect(contentOf(cut)).toEqual(['7', '8'])
  expect(cut.older).toBe(id(7))
  expect(contentOf(withOlder(cut, pageOf(all.slice(0, 2))))).toEqual(['5', '6', '7', '8'])
})

test('a message that was deleted goes, and so does what waited for it', () => {
  const gapped = applyEvents(streaming(), [delta(3)])
  const deleted = { id: id(10), conversation_id: conversationId }
  const thread = applyEvents(gapped, [{ kind: 'deleted', deleted }])
  expect(thread.messages).toEqual([])
  expect(hasGap(thread)).toBe(false)
})

test('what is deleted elsewhere changes nothing here', () => {
  const thread = streaming()
  const deleted = { id: id(10), conversation_id: id(99) }
  expect(applyEvents(thread, [{ kind: 'deleted', deleted }])).toBe(thread)
})

import { expect, test } from 'vitest'
import type { Conversation } from '#contracts/conversations.ts'
import { applyEvents, type ThreadEvent } from './apply-events.ts'
import { mergeNewest } from './merge-page.ts'
import { hasGap } from './pending-deltas.ts'
import { emptyThread, threadOf } from './thread.ts'
import {
  contentOf,
  conversationId,
  delta,
  id,
  message,
  numbered,
  pageOf,
  streaming,
  tool,
  whole,
} from './thread-sample.ts'

test('events of another conversation change nothing', () => {
  const thread = streaming()
  const elsewhere = { conversation_id: id(99) }
  const named = { id: id(99), title: 'Invoices' } as Conversation
  const events: ThreadEvent[] = [
    delta(0, 'x', elsewhere),
    whole({ id: id(11), ...elsewhere }),
    tool('running', elsewhere),
    { kind: 'accepted', message: message({ id: id(12), ...elsewhere }) },
    { kind: 'deleted', deleted: { id: id(10), ...elsewhere } },
    { kind: 'conversation', conversation: named },
  ]
  for (const event of events) expect(applyEvents(thread, [event])).toBe(thread)
})

test('messages that did not change keep their identity', () => {
  const thread = threadOf(pageOf([message({ id: id(9), status: 'completed' }), message()]))
  const next = applyEvents(thread, [delta(0)])
  expect(next.messages[0]).toBe(thread.messages[0])
  expect(next.messages[1]).not.toBe(thread.messages[1])
})

test('an accepted message is replaced by the pushed one and never replaces it', () => {
  const accepted: ThreadEvent = { kind: 'accepted', message: message({ content: 'mine' }) }
  const real = whole({ status: 'completed', content: 'real' })
  const opened = emptyThread(conversationId)
  expect(contentOf(applyEvents(opened, [accepted]))).toEqual(['mine'])
  expect(contentOf(applyEvents(opened, [accepted, real]))).toEqual(['real'])
  expect(contentOf(applyEvents(opened, [real, accepted]))).toEqual(['real'])
})

test('messages are in the order of their ids, also where one is deleted and another comes in one step', () => {
  const thread = threadOf(pageOf([numbered(5), numbered(7)]))
  const deleted = { id: id(5), conversation_id: conversationId }
  const events: ThreadEvent[] = [
    { kind: 'message', message: numbered(6) },
    { kind: 'deleted', deleted },
  ]
  expect(contentOf(applyEvents(thread, events))).toEqual(['6', '7'])
})

test('an event of the conversation itself replaces what is known of it', () => {
  const named = { id: conversationId, title: 'Invoices' } as Conversation
  expect(applyEvents(streaming(), [{ kind: 'conversation', conversation: named }]).conversation).toBe(named)
})

test('a message that was deleted disappears, and so do its pending deltas, for which nothing is read again', () => {
  const gapped = applyEvents(streaming(), [delta(3)])
  const deleted = { id: id(10), conversation_id: conversationId }
  const thread = applyEvents(gapped, [{ kind: 'deleted', deleted }])
  expect(thread.messages).toEqual([])
  expect(hasGap(thread)).toBe(false)
  expect(hasGap(mergeNewest(thread, pageOf([])))).toBe(false)
})

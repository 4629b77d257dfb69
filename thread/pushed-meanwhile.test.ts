import { expect, test } from 'vitest'
import type { Conversation } from '#contracts/conversations.ts'
import { applyEvents, type ThreadEvent } from './apply-events.ts'
import { mergeNewest } from './merge-page.ts'
import { threadOf } from './thread.ts'
import { contentOf, conversationId, delta, id, message, numbered, pageOf, streaming, whole } from './thread-sample.ts'

test('what is sent, edited and deleted while a page is read is shown, also where the page is from before it', () => {
  const before = pageOf([numbered(1), numbered(2), numbered(4)])
  const events: ThreadEvent[] = [
    { kind: 'deleted', deleted: { id: id(1), conversation_id: conversationId } },
    { kind: 'message', message: numbered(2, 'edited') },
    { kind: 'message', message: numbered(3) },
    { kind: 'conversation', conversation: { id: conversationId, title: 'Invoices' } as Conversation },
  ]
  const shown = applyEvents(threadOf(before), events)
  const read = mergeNewest(shown, before, { pushed: events })
  expect(contentOf(read)).toEqual(['edited', '3', '4'])
  expect(read.conversation).toMatchObject({ title: 'Invoices' })
})

test('a message that was pushed before a page was read, and is newer than the page, stays', () => {
  const shown = applyEvents(streaming(), [{ kind: 'message', message: numbered(12) }])
  expect(contentOf(mergeNewest(shown, pageOf([message()])))).toEqual(['', '12'])
})

test('deltas that came while an answer was read are appended once', () => {
  const events = [delta(0, 'a'), delta(1, 'b')]
  const shown = applyEvents(streaming(), events)
  const read = pageOf([message({ content: 'a', stream_index: 1 })])
  expect(contentOf(mergeNewest(shown, read, { pushed: events }))).toEqual(['ab'])
})

test('an answer that begins again while it is read shows nothing of what it was before', () => {
  const shown = streaming({ content: 'old text', stream_index: 2 })
  const events = [delta(2, ' more'), whole({}), delta(0, 'new')]
  const read = pageOf([message({ content: 'old text more', stream_index: 3 })])
  expect(contentOf(mergeNewest(applyEvents(shown, events), read, { pushed: events }))).toEqual(['new'])
})

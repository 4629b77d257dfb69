import { expect, test } from 'vitest'
import { applyDeltas, isBeingWritten, newerOf, pushed } from './streamed-message.ts'
import { conversationId, id, message } from './thread-sample.ts'

const since = '2026-11-20T10:00:00.000Z'
const asking = { content: 'Which order?', stream_index: 1 }
const writing = message(asking)
const waiting = message({ ...asking, stream_index: 2, waiting_since: since })

test('an answer that waits is in progress, and nobody is shown that it is being written', () => {
  expect([writing, waiting, message({ status: 'completed' })].map(isBeingWritten)).toEqual([true, false, false])
  expect(pushed(writing, waiting)).toEqual(waiting)
})

test('a read that began before the answer waited does not make it look as if it were being written', () => {
  expect(isBeingWritten(newerOf(waiting, writing))).toBe(false)
  expect(isBeingWritten(newerOf(writing, waiting))).toBe(false)
})

test('an answer that continues is being written again: when that is pushed, and when its next piece comes', () => {
  const going = message({ ...asking, stream_index: 3 })
  expect(isBeingWritten(pushed(waiting, going))).toBe(true)
  expect(isBeingWritten(newerOf(going, waiting))).toBe(true)
  const ids = { run_id: id(4), conversation_id: conversationId, message_id: waiting.id }
  const delta = { ...ids, index: 2, kind: 'text', delta: ' Thank you.' } as const
  const applied = applyDeltas(waiting, [delta]).message
  expect(applied).toMatchObject({ content: 'Which order? Thank you.', stream_index: 3 })
  expect(isBeingWritten(applied)).toBe(true)
})

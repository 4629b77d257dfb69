import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { type Announced, nextAnnouncement } from './announcements.ts'
import { message, numbered } from './thread-sample.ts'

/** What is read out while these are, one after another, the last message. */
function announce(...messages: (Message | undefined)[]) {
  let announced: Announced = {}
  return messages.map((last) => {
    const next = nextAnnouncement(announced, last)
    announced = next.announced
    return next.what
  })
}

test('what was there when the conversation was opened is not read out, and what comes after it is', () => {
  expect(announce(numbered(5), numbered(6))).toEqual([null, 'complete'])
  expect(announce(undefined, numbered(6))).toEqual([null, 'complete'])
})

test('an answer is read out once it is complete, also one that was being written when the conversation was opened', () => {
  const writing = message({ content: 'Half' })
  const complete = message({ content: 'Whole', status: 'completed' })
  expect(announce(writing, complete, { ...complete, reaction: 'like' })).toEqual(['being_written', 'complete', null])
})

test('an answer that waits is read out, and again when it is complete', () => {
  const waiting = message({ content: 'Which size?', waiting_since: '2026-11-20T10:00:00.000Z' })
  const complete = message({ content: 'Which size? Noted.', status: 'completed' })
  expect(announce(message(), waiting, message(), complete)).toEqual([
    'being_written',
    'complete',
    'being_written',
    'complete',
  ])
})

test('after the newest message was deleted, the one before it is not read out again', () => {
  expect(announce(numbered(5), numbered(6), numbered(5), numbered(7))).toEqual([null, 'complete', null, 'complete'])
})

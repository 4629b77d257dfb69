import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { applyDeltas, furtherOn, isBeingWritten, pushed } from './live-message.ts'

const ids = { conversation_id: 'chat', run_id: 'run' }
const since = '2026-11-20T10:00:00.000Z'

const message = (fields: Partial<Message>): Message => ({
  ...ids,
  id: 'answer',
  organization_id: 'organization',
  channel: 'employee_chat',
  role: 'ai',
  status: 'in_progress',
  content: 'Which order?',
  stream_index: 1,
  attachments: [],
  contact_channel_id: null,
  employee_id: 'teammate',
  user_id: null,
  client_message_id: null,
  reaction: null,
  feedback_comment: null,
  is_stopped: false,
  error: null,
  error_code: null,
  created_at: since,
  completed_at: null,
  generation_ms: null,
  ...fields,
})
const writing = message({})
const waiting = message({ stream_index: 2, waiting_since: since })

test('an answer that waits is in progress, and nobody is shown that it is being written', () => {
  expect([writing, waiting, message({ status: 'completed' })].map(isBeingWritten)).toEqual([true, false, false])
  expect(pushed(writing, waiting)).toEqual(waiting)
})

test('a read that began before the answer waited does not make it look as if it were being written', () => {
  expect(isBeingWritten(furtherOn(waiting, writing))).toBe(false)
  expect(isBeingWritten(furtherOn(writing, waiting))).toBe(false)
})

test('an answer that continues is being written again: when that is pushed, and when its next piece comes', () => {
  const going = message({ stream_index: 3 })
  expect(isBeingWritten(pushed(waiting, going))).toBe(true)
  expect(isBeingWritten(furtherOn(going, waiting))).toBe(true)
  const delta = { ...ids, message_id: 'answer', index: 2, kind: 'text', delta: ' Thank you.' } as const
  const applied = applyDeltas(waiting, [delta]).message
  expect(applied).toMatchObject({ content: 'Which order? Thank you.', stream_index: 3 })
  expect(isBeingWritten(applied)).toBe(true)
})

import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { WebchatConversation, WebchatMessages } from '#contracts/webchat.ts'
import { applyEvents, emptyThread, hasGap, type ThreadEvent, withNewest, withOlder, withSeam } from './thread.ts'

const CONVERSATION = 'conversation'
const id = (number: number) => `message ${String(number).padStart(3, '0')}`

const message = (number: number, more: Partial<Message> = {}): Message => ({
  id: id(number),
  organization_id: 'organization',
  conversation_id: CONVERSATION,
  channel: 'web_chat',
  role: 'ai',
  status: 'completed',
  content: `${number}`,
  stream_index: 0,
  attachments: [],
  contact_channel_id: null,
  employee_id: null,
  user_id: null,
  run_id: null,
  client_message_id: null,
  reaction: null,
  feedback_comment: null,
  is_stopped: false,
  error: null,
  error_code: null,
  created_at: '2026-01-01T00:00:00Z',
  completed_at: null,
  generation_ms: null,
  ...more,
})

const pageOf = (messages: Message[], next: string | null = null): WebchatMessages => ({
  success: true,
  conversation: { id: CONVERSATION } as WebchatConversation,
  data: messages.toReversed(),
  limit: 30,
  hasMore: next !== null,
  next,
})

const threadOf = (messages: Message[], next: string | null = null) =>
  withNewest(emptyThread(CONVERSATION), pageOf(messages, next))
const delta = (index: number, text: string, number = 1): ThreadEvent => ({
  kind: 'delta',
  delta: { run_id: 'run', conversation_id: CONVERSATION, message_id: id(number), index, kind: 'text', delta: text },
})
const growing = (more: Partial<Message> = {}) => message(1, { status: 'in_progress', content: '', ...more })
const contentOf = ({ messages }: { messages: Message[] }) => messages.map(({ content }) => content)

test('pieces of an answer are put together once and in order, however they come', () => {
  const thread = applyEvents(threadOf([growing()]), [delta(1, 'b'), delta(0, 'a'), delta(1, 'b'), delta(2, 'c')])
  expect(contentOf(thread)).toEqual(['abc'])
  expect(contentOf(applyEvents(thread, [delta(1, 'b')]))).toEqual(['abc'])
  expect(hasGap(thread)).toBe(false)
})

test('what lies beyond a gap waits until the message was read again', () => {
  const gap = applyEvents(threadOf([growing()]), [delta(0, 'a'), delta(3, 'd')])
  expect(contentOf(gap)).toEqual(['a'])
  expect(hasGap(gap)).toBe(true)
  const read = withNewest(gap, pageOf([growing({ content: 'abc', stream_index: 3 })]))
  expect(contentOf(read)).toEqual(['abcd'])
  expect(hasGap(read)).toBe(false)
})

test('a read that began before the latest pieces takes nothing back', () => {
  const ahead = applyEvents(threadOf([growing()]), [delta(0, 'a'), delta(1, 'b')])
  expect(contentOf(withNewest(ahead, pageOf([growing({ content: 'a', stream_index: 1 })])))).toEqual(['ab'])
  const done = applyEvents(ahead, [{ kind: 'message', message: message(1, { content: 'whole' }) }])
  expect(contentOf(withNewest(done, pageOf([growing()])))).toEqual(['whole'])
  expect(contentOf(applyEvents(done, [{ kind: 'message', message: growing() }]))).toEqual(['whole'])
})

test('an answer that is begun again starts from nothing', () => {
  const thread = applyEvents(threadOf([growing()]), [delta(0, 'a'), delta(1, 'b'), delta(5, 'f')])
  const again = applyEvents(thread, [{ kind: 'message', message: growing() }, delta(0, 'x')])
  expect(contentOf(again)).toEqual(['x'])
  expect(hasGap(again)).toBe(false)
})

test('events of another conversation change nothing', () => {
  const thread = threadOf([message(1)])
  const other = { ...message(2), conversation_id: 'another' }
  expect(applyEvents(thread, [{ kind: 'message', message: other }])).toBe(thread)
})

test('older messages come in above, and a new reading keeps them where it overlaps', () => {
  const all = Array.from({ length: 9 }, (_, n) => message(n + 1))
  const older = withOlder(threadOf(all.slice(6), id(7)), pageOf(all.slice(3, 6), id(4)))
  expect(contentOf(older)).toEqual(['4', '5', '6', '7', '8', '9'])
  expect(older.older).toBe(id(4))
  const overlapping = withNewest(older, pageOf([...all.slice(8), message(10)], id(9)))
  expect(contentOf(overlapping)).toEqual(['4', '5', '6', '7', '8', '9', '10'])
  // Without an overlap something may be missing in between.
  const apart = withNewest(older, pageOf([message(20)], id(20)))
  expect(contentOf(apart)).toEqual(['20'])
  expect(apart.older).toBe(id(20))
})

test('a message that was deleted goes', () => {
  const deleted = { kind: 'deleted' as const, conversation_id: CONVERSATION, message_id: id(1) }
  expect(contentOf(applyEvents(threadOf([message(1), message(2)]), [deleted]))).toEqual(['2'])
})

test('what is said, changed and deleted while messages are read is shown, also where the read is from before it', () => {
  const before = pageOf([message(1), message(2), message(4)])
  const events: ThreadEvent[] = [
    { kind: 'deleted', conversation_id: CONVERSATION, message_id: id(1) },
    { kind: 'message', message: message(2, { content: 'edited' }) },
    { kind: 'message', message: message(3) },
    { kind: 'conversation', conversation: { id: CONVERSATION, has_assigned_operator: true } as WebchatConversation },
  ]
  const shown = applyEvents(withNewest(emptyThread(CONVERSATION), before), events)
  const read = withNewest(shown, before, { pushed: events })
  expect(contentOf(read)).toEqual(['edited', '3', '4'])
  expect(read.conversation).toMatchObject({ has_assigned_operator: true })
})

test('pieces that came while an answer was read are shown once', () => {
  const events = [delta(0, 'a'), delta(1, 'b')]
  const shown = applyEvents(threadOf([growing()]), events)
  expect(
    contentOf(withNewest(shown, pageOf([growing({ content: 'a', stream_index: 1 })]), { pushed: events })),
  ).toEqual(['ab'])
})

test('after a lost connection what was pushed since does not join what was shown before to a page that begins later', () => {
  const lost = withSeam(threadOf([message(1), message(2)], id(1)))
  const back = applyEvents(lost, [{ kind: 'message', message: message(9) }])
  const apart = withNewest(back, pageOf([message(8), message(9)], id(8)))
  expect(contentOf(apart)).toEqual(['8', '9'])
  expect(apart.older).toBe(id(8))
  const joined = withNewest(back, pageOf([message(2), message(3), message(9)], id(2)))
  expect(contentOf(joined)).toEqual(['1', '2', '3', '9'])
})

test('a page that was read while nothing was heard closes the seam up to its own end alone', () => {
  const lost = withSeam(threadOf([message(1), message(2)], id(1)))
  const offline = withNewest(lost, pageOf([message(2), message(3)], id(2)), { isConnected: false })
  const back = applyEvents(offline, [{ kind: 'message', message: message(9) }])
  expect(contentOf(withNewest(back, pageOf([message(8), message(9)], id(8))))).toEqual(['8', '9'])
  const joined = withNewest(back, pageOf([message(3), message(4), message(9)], id(3)))
  expect(contentOf(joined)).toEqual(['1', '2', '3', '4', '9'])
  expect(joined.seam).toBeNull()
})

test('an edit of a message that is older than what was read changes nothing until its page is read', () => {
  const thread = threadOf([message(31), message(32)], id(31))
  const edit: ThreadEvent = { kind: 'message', message: message(30, { content: 'edited' }) }
  expect(applyEvents(thread, [edit])).toBe(thread)
  expect(hasGap(applyEvents(thread, [delta(1, 'more', 30)]))).toBe(false)
  expect(contentOf(withNewest(thread, pageOf([message(31), message(32)], id(31)), { pushed: [edit] }))).toEqual([
    '31',
    '32',
  ])
  const further = withOlder(thread, pageOf([message(29), message(30, { content: 'edited' })]))
  expect(contentOf(further)).toEqual(['29', 'edited', '31', '32'])
})

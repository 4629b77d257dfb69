import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Conversation, Message } from '#contracts/conversations.ts'
import type { MessageDelta, ToolActivity } from '#contracts/runs.ts'
import {
  applyEvents,
  hasGap,
  hasReset,
  mergeThread,
  openedThread,
  type Thread,
  type ThreadEvent,
  type ThreadPage,
  threadOf,
  withNewest,
  withOlder,
} from './thread.ts'

const conversationId = id(1)

function id(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

function message(fields: Partial<Message> = {}): Message {
  return {
    id: id(10),
    organization_id: id(2),
    conversation_id: conversationId,
    channel: 'employee_chat',
    role: 'ai',
    status: 'in_progress',
    content: '',
    stream_index: 0,
    attachments: [],
    contact_channel_id: null,
    employee_id: id(3),
    user_id: null,
    run_id: id(4),
    client_message_id: null,
    reaction: null,
    feedback_comment: null,
    is_stopped: false,
    error: null,
    error_code: null,
    created_at: '2026-11-20T10:00:00.000Z',
    completed_at: null,
    generation_ms: null,
    ...fields,
  }
}

function pageOf(messages: Message[], next: string | null = null): ThreadPage {
  const conversation = { id: conversationId } as Conversation
  return { conversation, data: messages.toReversed(), hasMore: next !== null, next }
}

function delta(index: number, text = `${index} `, fields: Partial<MessageDelta> = {}): ThreadEvent {
  const ids = { run_id: id(4), conversation_id: conversationId, message_id: id(10) }
  return { kind: 'delta', delta: { ...ids, index, kind: 'text', delta: text, ...fields } }
}

function tool(status: 'running' | 'done' | 'failed', fields: Partial<ToolActivity> = {}): ThreadEvent {
  const ids = { run_id: id(4), conversation_id: conversationId, message_id: id(10) }
  return { kind: 'tool', status, activity: { ...ids, call_id: 'call', tool: 'storage.search', ...fields } }
}

const whole = (fields: Partial<Message>): ThreadEvent => ({ kind: 'message', message: message(fields) })
const streaming = (fields: Partial<Message> = {}) => threadOf(pageOf([message(fields)]))
const contentOf = (thread: Thread) => thread.messages.map(({ content }) => content)

test('deltas in order are appended', () => {
  const thread = applyEvents(streaming(), [delta(0, 'Good '), delta(1, 'day')])
  expect(contentOf(thread)).toEqual(['Good day'])
  expect(hasGap(thread)).toBe(false)
})

test('a delta that the read message already holds is ignored', () => {
  const thread = applyEvents(streaming({ content: 'Good ', stream_index: 1 }), [delta(0, 'Good '), delta(1, 'day')])
  expect(contentOf(thread)).toEqual(['Good day'])
})

test('a delta that comes twice counts once', () => {
  expect(contentOf(applyEvents(streaming(), [delta(0, 'a'), delta(0, 'a'), delta(1, 'b'), delta(1, 'b')]))).toEqual([
    'ab',
  ])
})

test('what comes after a gap waits, and fits once the message has been read again', () => {
  const gapped = applyEvents(streaming(), [delta(0, 'a'), delta(3, 'd'), delta(4, 'e')])
  expect(contentOf(gapped)).toEqual(['a'])
  expect(hasGap(gapped)).toBe(true)

  const healed = mergeThread(gapped, pageOf([message({ content: 'abc', stream_index: 3 })]))
  expect(contentOf(healed)).toEqual(['abcde'])
  expect(hasGap(healed)).toBe(false)
})

test('a read that does not reach the gap leaves it open', () => {
  const gapped = applyEvents(streaming(), [delta(5, 'f')])
  const read = mergeThread(gapped, pageOf([message({ content: 'ab', stream_index: 2 })]))
  expect(contentOf(read)).toEqual(['ab'])
  expect(hasGap(read)).toBe(true)
})

test('a read that began before the latest deltas does not take the answer back', () => {
  const thread = applyEvents(streaming(), [delta(0, 'a'), delta(1, 'b'), delta(2, 'c')])
  expect(contentOf(mergeThread(thread, pageOf([message({ content: 'a', stream_index: 1 })])))).toEqual(['abc'])
})

test('a read that began before the end does not reopen a finished answer', () => {
  const done = applyEvents(streaming(), [whole({ status: 'completed', content: 'all' })])
  const thread = mergeThread(done, pageOf([message({ content: 'al', stream_index: 9 })]))
  expect(thread.messages).toEqual(done.messages)
})

test('the finished message is authoritative, and deltas that come after it are dropped', () => {
  const thread = applyEvents(streaming(), [
    delta(0, 'draft'),
    delta(7, 'lost'),
    whole({ status: 'completed', content: 'The answer' }),
    delta(1, 'late'),
  ])
  expect(contentOf(thread)).toEqual(['The answer'])
  expect(hasGap(thread)).toBe(false)
})

test('a delta for a message that is not known yet waits for it', () => {
  const thread = applyEvents(threadOf(pageOf([])), [delta(0, 'a'), delta(1, 'b')])
  expect(hasGap(thread)).toBe(true)
  expect(contentOf(applyEvents(thread, [whole({})]))).toEqual(['ab'])
})

test('events of another conversation are not shown', () => {
  const thread = streaming()
  const events = [delta(0, 'x', { conversation_id: id(99) }), whole({ id: id(11), conversation_id: id(99) })]
  expect(applyEvents(thread, events).messages).toEqual(thread.messages)
})

test('reasoning is kept apart from the answer and shares its index', () => {
  const thread = applyEvents(streaming(), [delta(0, 'Hm', { kind: 'reasoning' }), delta(1, 'Yes')])
  expect(thread.messages[0]).toMatchObject({ content: 'Yes', stream_reasoning: 'Hm', stream_index: 2 })
})

test('a tool call is shown from its start to its end, and never goes back', () => {
  const thread = applyEvents(streaming(), [
    tool('running', { input: { q: 'x' } }),
    tool('done', { output: 3 }),
    tool('running', { input: { q: 'x' } }),
  ])
  const call = { call_id: 'call', tool: 'storage.search', status: 'done', input: { q: 'x' }, output: 3 }
  expect(thread.messages[0]?.stream_tools).toEqual([call])
  const read = message({ stream_tools: [{ ...call, status: 'running' }] })
  expect(mergeThread(thread, pageOf([read])).messages[0]?.stream_tools).toEqual([call])
})

test('a failed tool call shows why', () => {
  const thread = applyEvents(streaming(), [tool('running'), tool('failed', { error: 'No such folder' })])
  expect(thread.messages[0]?.stream_tools).toMatchObject([{ status: 'failed', output: 'No such folder' }])
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

test('after a long absence the thread begins anew instead of hiding a hole', () => {
  const thread = threadOf(pageOf([message({ id: id(20), content: 'old' })], null))
  const again = mergeThread(thread, pageOf([message({ id: id(80), content: 'new' })], id(80)))
  expect(contentOf(again)).toEqual(['new'])
  expect(again.older).toBe(id(80))
})

test('whatever is lost, doubled or late, reading again ends in the whole answer', () => {
  const pieces = Array.from({ length: 30 }, (_, index) => `${index} `)
  const textUpTo = (index: number) => pieces.slice(0, index).join('')
  const step = fc.oneof(
    fc.record({ what: fc.constant('delta' as const), index: fc.nat(29) }),
    fc.record({ what: fc.constant('read' as const), index: fc.nat(30) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let thread = streaming()
      for (const { what, index } of steps) {
        thread =
          what === 'delta'
            ? applyEvents(thread, [delta(index)])
            : mergeThread(thread, pageOf([message({ content: textUpTo(index), stream_index: index })]))
        const [shown] = thread.messages
        expect(shown?.content).toBe(textUpTo(shown?.stream_index ?? 0))
      }
      const last = mergeThread(thread, pageOf([message({ content: textUpTo(30), stream_index: 30 })]))
      expect(contentOf(last)).toEqual([textUpTo(30)])
      expect(hasGap(last)).toBe(false)
    }),
  )
})

test('an answer that begins again goes back to where it was told to', () => {
  const shown = applyEvents(streaming(), [delta(0, 'a'), delta(1, 'b'), delta(2, 'c')])
  const reset = whole({ content: 'A', stream_index: 1 })
  expect(hasReset(shown, [reset])).toBe(true)
  const thread = applyEvents(shown, [reset, delta(1, 'B'), delta(2, 'C')])
  expect(contentOf(thread)).toEqual(['ABC'])
  expect(hasGap(thread)).toBe(false)
})

test('what waited before an answer began again does not slip into the new one', () => {
  const gapped = applyEvents(streaming(), [delta(0, 'a'), delta(1, 'b'), delta(4, 'old')])
  const thread = applyEvents(gapped, [whole({ stream_index: 1, content: 'A' }), delta(1, 'B'), delta(2), delta(3)])
  expect(hasGap(thread)).toBe(false)
  expect(contentOf(applyEvents(thread, [delta(4, 'new')]))).toEqual(['AB2 3 new'])
})

test('the news that an answer has begun, coming after a read of it, is followed by the whole answer', () => {
  const read = streaming({ content: 'ab', stream_index: 2 })
  const thread = applyEvents(read, [whole({}), delta(0, 'a'), delta(1, 'b'), delta(2, 'c')])
  expect(contentOf(thread)).toEqual(['abc'])
})

test('an answer that is told again further on takes the deltas that follow', () => {
  const thread = applyEvents(streaming(), [delta(3, 'd'), whole({ content: 'abc', stream_index: 3 }), delta(4, 'e')])
  expect(contentOf(thread)).toEqual(['abcde'])
})

test('a finished answer is not taken back by late news of its beginning, and feedback on it still shows', () => {
  const done = applyEvents(streaming(), [whole({ status: 'completed', content: 'all' })])
  expect(contentOf(applyEvents(done, [whole({})]))).toEqual(['all'])
  const liked = applyEvents(done, [whole({ status: 'completed', content: 'all', reaction: 'like' })])
  expect(liked.messages[0]?.reaction).toBe('like')
})

test('deltas of a message that a read does not know any more are given up', () => {
  const newer = message({ id: id(20), status: 'completed', content: 'newer' })
  const gapped = applyEvents(threadOf(pageOf([newer])), [delta(0, 'x')])
  expect(hasGap(gapped)).toBe(true)
  expect(hasGap(mergeThread(gapped, pageOf([newer])))).toBe(false)
})

test('deltas of a message that is too new for the read keep waiting for it', () => {
  const older = message({ id: id(5), status: 'completed', content: 'older' })
  const gapped = applyEvents(threadOf(pageOf([older])), [delta(0, 'x')])
  expect(hasGap(mergeThread(gapped, pageOf([older])))).toBe(true)
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

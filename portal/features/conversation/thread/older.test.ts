import { expect, test } from 'vitest'
import type { Conversation, Message } from '#contracts/conversations.ts'
import { applyEvents, hasGap, type ThreadEvent, type ThreadPage, threadOf, withOlder } from './thread.ts'

const id = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
const conversation = { id: id(1) } as Conversation

const message = (number: number, content = `${number}`) =>
  ({
    id: id(number),
    conversation_id: conversation.id,
    role: 'operator',
    status: 'completed',
    content,
    stream_index: 0,
  }) as Message
const pageOf = (messages: Message[], hasMore: boolean): ThreadPage => ({
  conversation,
  data: messages.toReversed(),
  hasMore,
  next: messages[0]?.id ?? null,
})
const edit = (number: number): ThreadEvent => ({ kind: 'message', message: message(number, 'edited') })
const delta = (number: number): ThreadEvent => ({
  kind: 'delta',
  delta: {
    run_id: id(2),
    conversation_id: conversation.id,
    message_id: id(number),
    index: 1,
    kind: 'text',
    delta: 'more',
  },
})

test('an edit of a message that is older than what was read changes nothing until its page is read', () => {
  const thread = threadOf(pageOf([message(31), message(32)], true))
  expect(applyEvents(thread, [edit(30)])).toBe(thread)
  expect(hasGap(applyEvents(thread, [delta(30)]))).toBe(false)
  const further = withOlder(applyEvents(thread, [edit(30)]), pageOf([message(29), message(30, 'edited')], false))
  expect(further.messages.map(({ content }) => content)).toEqual(['29', 'edited', '31', '32'])
  // Where nothing older is left to read, whatever comes belongs to what is shown.
  const whole = threadOf(pageOf([message(31), message(32)], false))
  expect(applyEvents(whole, [edit(30), edit(31)]).messages.map(({ content }) => content)).toEqual([
    'edited',
    'edited',
    '32',
  ])
})

import { expect, test } from 'vitest'
import type { Conversation, Message } from '#contracts/conversations.ts'
import {
  applyEvents,
  mergeThread,
  openedThread,
  type Thread,
  type ThreadEvent,
  type ThreadPage,
  threadOf,
} from './thread.ts'
import { withSeam } from './use-seam.ts'

const id = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
const conversation = { id: id(1) } as Conversation

const message = (number: number) =>
  ({
    id: id(number),
    conversation_id: conversation.id,
    role: 'operator',
    status: 'completed',
    content: `${number}`,
    stream_index: 0,
  }) as Message
const pageOf = (messages: Message[]): ThreadPage => {
  const next = messages[0]?.id ?? null
  return { conversation, data: messages.toReversed(), hasMore: true, next }
}
const push = (number: number): ThreadEvent => ({ kind: 'message', message: message(number) })
const contentOf = ({ messages }: Thread) => messages.map(({ content }) => content)

test('after a lost connection what was pushed since does not join what was shown before to a page that begins later', () => {
  const lost = withSeam(threadOf(pageOf([message(11), message(12)])))
  const back = applyEvents(lost ?? openedThread(null), [push(19)])
  const apart = mergeThread(back, pageOf([message(18), message(19)]))
  expect(contentOf(apart)).toEqual(['18', '19'])
  expect(apart.older).toBe(id(18))
  const joined = mergeThread(back, pageOf([message(12), message(13), message(19)]))
  expect(contentOf(joined)).toEqual(['11', '12', '13', '19'])
  expect(joined.seam).toBeUndefined()
})

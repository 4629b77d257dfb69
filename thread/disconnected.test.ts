import { expect, test } from 'vitest'
import { applyEvents, type ThreadEvent } from './apply-events.ts'
import { mergeNewest } from './merge-page.ts'
import { emptyThread, markDisconnected, threadOf } from './thread.ts'
import { contentOf, conversationId, id, numbered, pageOf } from './thread-sample.ts'

const push = (number: number): ThreadEvent => ({ kind: 'message', message: numbered(number) })
/** A page that is not the first one of its conversation. */
const laterPage = (...numbers: number[]) =>
  pageOf(
    numbers.map((number) => numbered(number)),
    id(numbers[0] ?? 0),
  )

test('after a lost connection what was pushed since does not join what was shown before to a page that begins later', () => {
  const lost = markDisconnected(threadOf(laterPage(11, 12)))
  const back = applyEvents(lost, [push(19)])
  const apart = mergeNewest(back, laterPage(18, 19))
  expect(contentOf(apart)).toEqual(['18', '19'])
  expect(apart.older).toBe(id(18))
  const joined = mergeNewest(back, laterPage(12, 13, 19))
  expect(contentOf(joined)).toEqual(['11', '12', '13', '19'])
  expect(joined.missingAfter).toBeNull()
})

test('a conversation that was empty when the connection was lost shows no message above a gap', () => {
  const back = applyEvents(markDisconnected(emptyThread(conversationId)), [push(12), push(19)])
  const apart = mergeNewest(back, laterPage(18, 19))
  expect(contentOf(apart)).toEqual(['18', '19'])
  expect(apart.older).toBe(id(18))
})

test('a page that was read without a connection is complete up to its own end alone', () => {
  const lost = markDisconnected(threadOf(laterPage(11, 12)))
  const offline = mergeNewest(lost, laterPage(12, 13), { isConnected: false })
  const back = applyEvents(offline, [push(19)])
  expect(contentOf(mergeNewest(back, laterPage(18, 19)))).toEqual(['18', '19'])
  const joined = mergeNewest(back, laterPage(13, 14, 19))
  expect(contentOf(joined)).toEqual(['11', '12', '13', '14', '19'])
  expect(joined.missingAfter).toBeNull()
})

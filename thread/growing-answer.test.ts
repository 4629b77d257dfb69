import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEvents } from './apply-events.ts'
import { mergeNewest } from './merge-page.ts'
import { hasGap } from './pending-deltas.ts'
import { threadOf } from './thread.ts'
import { contentOf, delta, id, message, pageOf, streaming, tool, whole } from './thread-sample.ts'

test('deltas in order are appended', () => {
  const thread = applyEvents(streaming(), [delta(0, 'Good '), delta(1, 'day')])
  expect(contentOf(thread)).toEqual(['Good day'])
  expect(hasGap(thread)).toBe(false)
})

test('a delta that the read message already contains is ignored', () => {
  const thread = applyEvents(streaming({ content: 'Good ', stream_index: 1 }), [delta(0, 'Good '), delta(1, 'day')])
  expect(contentOf(thread)).toEqual(['Good day'])
})

test('a delta that comes twice counts once', () => {
  expect(contentOf(applyEvents(streaming(), [delta(0, 'a'), delta(0, 'a'), delta(1, 'b'), delta(1, 'b')]))).toEqual([
    'ab',
  ])
})

test('deltas after a gap are pending, and are appended once the message was read again', () => {
  const gapped = applyEvents(streaming(), [delta(0, 'a'), delta(3, 'd'), delta(4, 'e')])
  expect(contentOf(gapped)).toEqual(['a'])
  expect(hasGap(gapped)).toBe(true)

  const healed = mergeNewest(gapped, pageOf([message({ content: 'abc', stream_index: 3 })]))
  expect(contentOf(healed)).toEqual(['abcde'])
  expect(hasGap(healed)).toBe(false)
})

test('a read that does not reach the gap leaves it open', () => {
  const gapped = applyEvents(streaming(), [delta(5, 'f')])
  const read = mergeNewest(gapped, pageOf([message({ content: 'ab', stream_index: 2 })]))
  expect(contentOf(read)).toEqual(['ab'])
  expect(hasGap(read)).toBe(true)
})

test('a read that began before the latest deltas does not undo the answer', () => {
  const thread = applyEvents(streaming(), [delta(0, 'a'), delta(1, 'b'), delta(2, 'c')])
  expect(contentOf(mergeNewest(thread, pageOf([message({ content: 'a', stream_index: 1 })])))).toEqual(['abc'])
})

test('a read that began before the end does not reopen a finished answer', () => {
  const done = applyEvents(streaming(), [whole({ status: 'completed', content: 'all' })])
  const thread = mergeNewest(done, pageOf([message({ content: 'al', stream_index: 9 })]))
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

test('a delta of a message that is not known yet is appended when the message comes', () => {
  const thread = applyEvents(threadOf(pageOf([])), [delta(0, 'a'), delta(1, 'b')])
  expect(hasGap(thread)).toBe(true)
  expect(contentOf(applyEvents(thread, [whole({})]))).toEqual(['ab'])
})

test('reasoning is separate from the answer and shares its index', () => {
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
  expect(mergeNewest(thread, pageOf([read])).messages[0]?.stream_tools).toEqual([call])
})

test('a failed tool call shows why', () => {
  const thread = applyEvents(streaming(), [tool('running'), tool('failed', { error: 'No such folder' })])
  expect(thread.messages[0]?.stream_tools).toMatchObject([{ status: 'failed', output: 'No such folder' }])
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
            : mergeNewest(thread, pageOf([message({ content: textUpTo(index), stream_index: index })]))
        const [shown] = thread.messages
        expect(shown?.content).toBe(textUpTo(shown?.stream_index ?? 0))
      }
      const last = mergeNewest(thread, pageOf([message({ content: textUpTo(30), stream_index: 30 })]))
      expect(contentOf(last)).toEqual([textUpTo(30)])
      expect(hasGap(last)).toBe(false)
    }),
  )
})

test('an answer that begins again goes back to where it says', () => {
  const shown = applyEvents(streaming(), [delta(0, 'a'), delta(1, 'b'), delta(2, 'c')])
  const reset = whole({ content: 'A', stream_index: 1 })
  const thread = applyEvents(shown, [reset, delta(1, 'B'), delta(2, 'C')])
  expect(contentOf(thread)).toEqual(['ABC'])
  expect(hasGap(thread)).toBe(false)
})

test('what was pending before an answer began again does not slip into the new one', () => {
  const gapped = applyEvents(streaming(), [delta(0, 'a'), delta(1, 'b'), delta(4, 'old')])
  const thread = applyEvents(gapped, [whole({ stream_index: 1, content: 'A' }), delta(1, 'B'), delta(2), delta(3)])
  expect(hasGap(thread)).toBe(false)
  expect(contentOf(applyEvents(thread, [delta(4, 'new')]))).toEqual(['AB2 3 new'])
})

test('the event that an answer has begun, coming after a read of it, is followed by the whole answer', () => {
  const read = streaming({ content: 'ab', stream_index: 2 })
  const thread = applyEvents(read, [whole({}), delta(0, 'a'), delta(1, 'b'), delta(2, 'c')])
  expect(contentOf(thread)).toEqual(['abc'])
})

test('an answer that is pushed again further on takes the deltas that follow', () => {
  const thread = applyEvents(streaming(), [delta(3, 'd'), whole({ content: 'abc', stream_index: 3 }), delta(4, 'e')])
  expect(contentOf(thread)).toEqual(['abcde'])
})

test('a finished answer is not reverted by a late event of its beginning, and feedback on it still shows', () => {
  const done = applyEvents(streaming(), [whole({ status: 'completed', content: 'all' })])
  expect(contentOf(applyEvents(done, [whole({})]))).toEqual(['all'])
  const liked = applyEvents(done, [whole({ status: 'completed', content: 'all', reaction: 'like' })])
  expect(liked.messages[0]?.reaction).toBe('like')
})

test('deltas of a message that a read does not contain any more are dropped', () => {
  const newer = message({ id: id(20), status: 'completed', content: 'newer' })
  const gapped = applyEvents(threadOf(pageOf([newer])), [delta(0, 'x')])
  expect(hasGap(gapped)).toBe(true)
  expect(hasGap(mergeNewest(gapped, pageOf([newer])))).toBe(false)
})

test('deltas of a message that is too new for the read stay pending', () => {
  const older = message({ id: id(5), status: 'completed', content: 'older' })
  const gapped = applyEvents(threadOf(pageOf([older])), [delta(0, 'x')])
  expect(hasGap(mergeNewest(gapped, pageOf([older])))).toBe(true)
})

import { expect, test } from 'vitest'
import type { StepLog } from '#contracts/logged-runs.ts'
import { alignSteps } from './align-steps.ts'

const step = (cursor: string, step_id: string, output: unknown, more: Partial<StepLog> = {}) =>
  ({ cursor, step_id, name: step_id, output, content_payload: null, ...more }) as StepLog

test('steps are put beside each other by walk, id and round, and a difference of their outputs is seen', () => {
  const first = [step('', 'a', 'x'), step('', 'b', { n: 1 }), step('', 'a', 'again'), step('l.3/0/', 'a', 'inside')]
  const second = [step('', 'a', 'x'), step('', 'c', 'new'), step('', 'b', { n: 2 }), step('l.4/0/', 'a', 'inside')]
  expect(alignSteps(first, second).map(({ key, outputs }) => [key, outputs])).toEqual([
    ['a#1', 'same'],
    ['b#1', 'different'],
    ['a#2', 'only_first'],
    ['l/0/a#1', 'same'],
    ['c#1', 'only_second'],
  ])
})

test('a step that failed is not shown to be like one that has ended without an output', () => {
  const [ended, failed] = [step('', 'a', null, { status: 'completed' }), step('', 'a', null, { status: 'failed' })]
  expect(alignSteps([ended], [failed])[0]?.outputs).toBe('different')
  expect(alignSteps([failed], [failed])[0]?.outputs).toBe('same')
})

test('outputs that did not come along are not shown to be alike', () => {
  const large = step('', 'a', null, { content_payload: { size_bytes: 1, url: '/' } })
  expect(alignSteps([large], [large])[0]?.outputs).toBe('unknown')
})

import { expect, test } from 'vitest'
import { excerptOf } from './excerpt-of.ts'

const passage = ['# Returns', 'one', 'two', 'three', 'four', 'refunds take days', 'end'].join('\n')

test('an excerpt begins where most of the words occur together', () => {
  expect(excerptOf(passage, ['refunds', 'days'])).toBe('… two\nthree\nfour\nrefunds take days\nend')
  expect(excerptOf(passage, ['returns'])).toBe(passage)
  expect(excerptOf(passage, [])).toBe(passage)
})

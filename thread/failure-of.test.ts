import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'

test('failures are distinguished by their codes, and one without a code is some failure', () => {
  expect(failureOf({ error_code: 'MODEL_FAILED' })).toBe('model')
  expect(failureOf({ error_code: 'DAILY_LIMIT_REACHED' })).toBe('limit')
  expect(failureOf({ error_code: 'TOO_MANY_ROUNDS' })).toBe('endless')
  expect(failureOf({ error_code: 'RUN_FAILED' })).toBe('other')
  expect(failureOf({ error_code: null })).toBe('other')
})

import { expect, test } from 'vitest'
import { failureOf, isUnavailable } from './failure-of.ts'

test('failures are distinguished by their codes, and one without a code is some failure', () => {
  expect(failureOf({ error_code: 'MODEL_FAILED' })).toBe('model')
  expect(failureOf({ error_code: 'DAILY_LIMIT_REACHED' })).toBe('limit')
  expect(failureOf({ error_code: 'TOO_MANY_ROUNDS' })).toBe('endless')
  expect(failureOf({ error_code: 'RUN_FAILED' })).toBe('other')
  expect(failureOf({ error_code: null })).toBe('other')
})

test('a teammate that may not answer is distinguished from an answer that failed', () => {
  const codes = ['TEAMMATE_NOT_READY', 'DAILY_LIMIT_REACHED', 'NO_CREDITS', 'ORGANIZATION_INACTIVE'] as const
  for (const error_code of codes) expect(isUnavailable({ error_code })).toBe(true)
  for (const error_code of ['MODEL_FAILED', 'GAVE_UP', 'STEP_TIMEOUT', null] as const)
    expect(isUnavailable({ error_code })).toBe(false)
})

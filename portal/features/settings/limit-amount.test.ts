import { expect, test } from 'vitest'
import { barOf, parseAmount, stateOf } from './limit-amount.ts'

test.each([
  ['2.5', 2.5],
  ['2,50', 2.5],
  [' $ 10 ', 10],
  ['0.01', 0.01],
  ['1 000', 1000],
  ['3.', 3],
])('%s is an amount', (text, usd) => {
  expect(parseAmount(text)).toEqual({ usd })
})

test.each(['', '0', '0.001', '0.00', '1.234', '-1', '1e3', 'ten', '1.2.3', 'NaN', 'Infinity'])(
  '"%s" is no amount of at least a cent with two decimals',
  (text) => {
    expect(parseAmount(text)).toEqual({ wrong: 'invalid' })
  },
)

test('an amount beyond a million is named as too large', () => {
  expect(parseAmount('1000000')).toEqual({ usd: 1_000_000 })
  expect(parseAmount('1000000.01')).toEqual({ wrong: 'too_large' })
})

test('a bar never grows out of its track', () => {
  expect(barOf(3, 1, 4)).toEqual({ spent: 75, reserved: 25 })
  expect(barOf(9, 5, 4)).toEqual({ spent: 100, reserved: 0 })
  expect(barOf(0, 0, 0)).toEqual({ spent: 0, reserved: 0 })
})

test('80 % is near the limit, and held money counts', () => {
  expect(stateOf(0.79, 0, 1)).toBe('fine')
  expect(stateOf(0.7, 0.1, 1)).toBe('near')
  expect(stateOf(0.9, 0.1, 1)).toBe('reached')
  expect(stateOf(1000, 0, null)).toBe('fine')
})

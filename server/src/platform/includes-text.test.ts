import { expect, test } from 'vitest'
import { includesText } from './includes-text.ts'

test('a text is found in another wherever it stands, and not where it does not', () => {
  const filler = 'ab'.repeat(5000)
  const sought = `${filler}c${filler}`
  for (const text of [sought, `x${sought}`, `${sought}x`, `${filler}${sought}`, `${filler}c${sought}ab`]) {
    expect(includesText(text, sought)).toBe(true)
  }
  for (const text of ['', filler, sought.slice(1), `${filler}cb${filler}${filler}`, sought.replace('c', 'C')]) {
    expect(includesText(text, sought)).toBe(false)
  }
  expect(includesText('anything', '')).toBe(true)
})

test('a text that is almost there everywhere is looked for as quickly as any', () => {
  const half = 'a'.repeat(200_000)
  expect(includesText('a'.repeat(1_000_000), `${half}b${half}`)).toBe(false)
})

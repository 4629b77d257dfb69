import { expect, test } from 'vitest'
import { includesText, PAUSE, walkPlaces } from './includes-text.ts'

test('a text is found in another wherever it is, and not where it is not', () => {
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

test('a walk over a long text pauses, however many places it finds and however long the sought text is', () => {
  const long = 'a'.repeat(1_000_000)
  for (const [sought, places] of [
    ['a', 1_000_000],
    ['b', 0],
    [`${'a'.repeat(500_000)}b`, 0],
    ['a'.repeat(400_000), 2],
  ] as const) {
    const walked = [...walkPlaces(long, sought)]
    expect(walked.filter((at) => at !== PAUSE)).toHaveLength(places)
    expect(walked.filter((at) => at === PAUSE).length).toBeGreaterThan(50)
  }
})

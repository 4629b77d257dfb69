import { expect, test } from 'vitest'
import { excerptAround, excerptOfMarkdown } from './excerpt-around.ts'

const words = (from: number, count: number) => Array.from({ length: count }, (_, n) => `word${from + n}`).join(' ')

test('a short text is shown whole and on one line', () => {
  expect(excerptAround('Your parcel\n\n is **late**.', ['PARCEL']).excerpt).toBe('Your parcel is **late**.')
})

test.each([
  ['at the beginning', `needle ${words(0, 100)}`],
  ['in the middle', `${words(0, 100)} needle ${words(100, 100)}`],
  ['at the end', `${words(0, 100)} needle`],
])('a match %s is in a passage of whole words, of about 160 characters', (_where, text) => {
  const excerpt = excerptAround(text, ['Needle']).excerpt
  expect(excerpt).toContain('needle')
  expect(excerpt.length).toBeGreaterThan(120)
  expect(excerpt.length).toBeLessThanOrEqual(162)
  const shown = excerpt.replaceAll('…', '').split(' ')
  expect(text.split(' ')).toEqual(expect.arrayContaining(shown))
  expect([excerpt.startsWith('…'), excerpt.endsWith('…')]).toEqual([
    !text.startsWith('needle'),
    !text.endsWith('needle'),
  ])
})

test('what means something in a pattern is a plain character, and a text without spaces is cut all the same', () => {
  const { excerpt: price, highlights } = excerptAround('Is 100% (really) $5?', ['100% (really) $5?'])
  expect(highlights.map(({ start, end }) => price.slice(start, end))).toEqual(['100% (really) $5?'])
  const excerpt = excerptAround(`${'x'.repeat(500)}needle${'y'.repeat(500)}`, ['needle']).excerpt
  expect(excerpt).toContain('needle')
  expect(excerpt.length).toBeLessThanOrEqual(162)
})

test('every word is marked, the longer one where one begins another, and none in a text that has none', () => {
  const { excerpt, highlights } = excerptAround('Посылка 17: посылки нет. Where is it?', ['посыл', 'посылк', 'IS'])
  expect(highlights.map(({ start, end }) => excerpt.slice(start, end))).toEqual(['Посылк', 'посылк', 'is'])
  expect(excerptAround('Hello', ['world'])).toEqual({ excerpt: 'Hello', highlights: [] })
  expect(excerptAround('Hello', [])).toEqual({ excerpt: 'Hello', highlights: [] })
})

test('of a text in Markdown its words are shown, and its signs only where nothing else has the word', () => {
  const text = '## Delivery\n\n- **Parcel 17** is [on its way](https://post.test/track/17)\n- `late` by _a day_'
  const { excerpt, highlights } = excerptOfMarkdown(text, ['parcel', 'way'])
  expect(excerpt).toBe('Delivery Parcel 17 is on its way late by a day')
  expect(highlights.map(({ start, end }) => excerpt.slice(start, end))).toEqual(['Parcel', 'way'])
  expect(excerptOfMarkdown(text, ['track']).excerpt).toContain('post.test/track/17')
  const long = `${words(0, 300)} **needle** ${words(300, 300)}`
  expect(excerptOfMarkdown(long, ['needle']).excerpt).toMatch(/^….* needle .*…$/)
})

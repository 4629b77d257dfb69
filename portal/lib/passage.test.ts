import { expect, test } from 'vitest'
import { fromMatch, partsOf } from './passage.ts'

const found = (text: string, wanted: string) =>
  partsOf(text, wanted)
    .filter(({ isFound }) => isFound)
    .map(({ part }) => part)

test('what was searched for is marked wherever it is, in any case, and nothing is lost', () => {
  expect(found('Late parcels, late answers', 'late')).toEqual(['Late', 'late'])
  const parts = partsOf('Late parcels, late answers', 'late')
  expect(parts.map(({ part }) => part).join('')).toBe('Late parcels, late answers')
})

test('signs mean themselves, and any white space is as good as a space', () => {
  expect(found('costs $5.00 (net)', '$5.00 (net)')).toEqual(['$5.00 (net)'])
  expect(found('two\nlines', 'two lines')).toEqual(['two\nlines'])
  expect(found('anything', '  ')).toEqual([])
})

test('a passage begins shortly before the match, with a whole word', () => {
  const passage = 'The first of many parcels that were sent on Monday is late'
  expect(fromMatch(passage, 'late')).toBe('…were sent on Monday is late')
  expect(fromMatch(passage, 'first')).toBe(passage)
  expect(fromMatch(passage, 'missing')).toBe(passage)
})

test('what folds alike is marked as it is written', () => {
  expect(found('Señor Muñoz, Hauptstraße 5', 'munoz')).toEqual(['Muñoz'])
  expect(found('Señor Muñoz, Hauptstraße 5', 'STRASSE 5')).toEqual(['straße 5'])
  expect(found('Grass, Straße', 'ss')).toEqual(['ss', 'ß'])
  expect(found('ＡＢＣ ١٢٣ кириллицей: ёлка', 'abc 123')).toEqual(['ＡＢＣ ١٢٣'])
  expect(found('Nu\u0301n\u0303ez', 'nun')).toEqual(['Nu\u0301n\u0303'])
})

test('of several words each is marked', () => {
  const found = partsOf('Return within 30 days, or return it later', ['return', '30 days']).filter(
    ({ isFound }) => isFound,
  )
  expect(found.map(({ part }) => part)).toEqual(['Return', '30 days', 'return'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitText } from './split-text.ts'

test('a text that fits is one piece, and one of nothing is none', () => {
  expect(splitText('Hello\n\nthere')).toEqual(['Hello\n\nthere'])
  expect(splitText('x'.repeat(4096))).toHaveLength(1)
  for (const nothing of ['', ' \n\t ', '\n'.repeat(9000)]) expect(splitText(nothing)).toEqual([])
})

test('a paragraph is preferred to a line, that to a sentence, that to a word', () => {
  expect(splitText('One.\n\nTwo. Three\nfour five', 23)).toEqual(['One.', 'Two. Three\nfour five'])
  expect(splitText('One. Two\nthree. Four five', 22)).toEqual(['One. Two', 'three. Four five'])
  expect(splitText('One two. (Three!) Four five', 24)).toEqual(['One two. (Three!)', 'Four five'])
  expect(splitText('one two three', 9)).toEqual(['one two', 'three'])
  expect(splitText('onetwothree', 9)).toEqual(['onetwothr', 'ee'])
  expect(splitText('一二。三四五六。七八', 6)).toEqual(['一二。', '三四五六。', '七八'])
})

test('the last place that fits is taken, also where the white space itself no longer does', () => {
  expect(splitText('aa\n\nbb\n\ncc', 6)).toEqual(['aa\n\nbb', 'cc'])
  expect(splitText('aaaa\n\n\n\nbbbb', 4)).toEqual(['aaaa', 'bbbb'])
  expect(splitText('a a\r\n \r\nbbb b', 6)).toEqual(['a a', 'bbb b'])
})

test('what is one character to a reader is not cut where that can be helped', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(splitText(`aaa${family}`, 12)).toEqual(['aaa', family])
  expect(splitText(family.repeat(3), 25)).toEqual([family.repeat(2), family])
  expect(splitText(`aa${'e\u0301'.repeat(3)}`, 5)).toEqual([`aae\u0301`, 'e\u0301e\u0301'])
  // No room for it as a whole: it is cut, but no half of a surrogate pair is left.
  const parts = splitText(family, 4)
  expect(parts.join('')).toBe(family)
  for (const part of parts) expect(part.isWellFormed()).toBe(true)
})

const pieceOfText = fc.oneof(
  fc.constantFrom(
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    '\u00a0',
    '. ',
    '! ',
    '?',
    '。',
    '👍',
    '👩‍👧',
    '🇩🇪',
    'e\u0301',
    '\u200d',
    '\ufe0f',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const anyText = fc.array(pieceOfText, { maxLength: 60 }).map((parts) => parts.join(''))

test('of whatever text nothing is lost but white space where it was cut', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, most) => {
      let at = 0
      for (const piece of splitText(text, most)) {
        expect(piece.length).toBeLessThanOrEqual(most)
        expect(piece.trim()).toBe(piece)
        expect(piece).not.toBe('')
        const found = text.indexOf(piece, at)
        expect(text.slice(at, found).trim()).toBe('')
        expect(found).toBeGreaterThanOrEqual(at)
        if (text.isWellFormed()) expect(piece.isWellFormed()).toBe(true)
        at = found + piece.length
      }
      expect(text.slice(at).trim()).toBe('')
    }),
    { numRuns: 2000 },
  )
})

test('texts of a million characters are split, whatever they repeat', () => {
  const million = 1_000_000
  const hostile = [
    'x'.repeat(million),
    '\n'.repeat(million),
    `a${'\n'.repeat(million)}b`,
    `a${' '.repeat(million)}b`,
    '👍'.repeat(million / 2),
    `e${'\u0301'.repeat(million)}`,
    '👩\u200d'.repeat(million / 3),
    'a '.repeat(million / 2),
    'a\n\n'.repeat(million / 3),
    '.'.repeat(million),
    `${')'.repeat(5000)} `.repeat(200),
    `a\n\nb\nc. d ${'x'.repeat(4096)}`.repeat(240),
  ]
  for (const text of hostile) {
    // In time that grows with the square of the length it would not end before the test does.
    const pieces = splitText(text)
    expect(pieces.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
  }
})

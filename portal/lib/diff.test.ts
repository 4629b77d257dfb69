import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffText, fold, type Piece } from './diff.ts'

const without = (kind: Piece['kind'], pieces: Piece[]) =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('')

test('both texts can be read back from their difference', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'be brief', ' ', '\n', 'ü', '🙂'), { maxLength: 40 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const pieces = diffText(a.join(''), b.join(''))
      expect(without('new', pieces)).toBe(a.join(''))
      expect(without('gone', pieces)).toBe(b.join(''))
    }),
  )
})

test('a text that did not change has no difference', () => {
  expect(diffText('Be brief.\nBe kind.', 'Be brief.\nBe kind.')).toEqual([
    { kind: 'same', text: 'Be brief.\nBe kind.' },
  ])
  expect(diffText('', '')).toEqual([])
})

test('one word that changed is shown as one word', () => {
  expect(diffText('Answer in English, please.', 'Answer in French, please.')).toEqual([
    { kind: 'same', text: 'Answer in ' },
    { kind: 'gone', text: 'English' },
    { kind: 'new', text: 'French' },
    { kind: 'same', text: ', please.' },
  ])
})

test('a line that came in between leaves the others alone', () => {
  expect(diffText('One.\nThree.', 'One.\nTwo.\nThree.')).toEqual([
    { kind: 'same', text: 'One.\n' },
    { kind: 'new', text: 'Two.\n' },
    { kind: 'same', text: 'Three.' },
  ])
})

test('a text that was written again is shown whole, not as confetti', () => {
  const pieces = diffText('You sell shoes to runners.', 'Ask customers about their garden first!')
  expect(pieces.map(({ kind }) => kind)).toEqual(['gone', 'new'])
})

test('two long texts with nothing in common are distinguished within a moment', () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, line) => `${word} ${line}\n`).join('')
  expect(diffText(lines('old'), lines('new')).map(({ kind }) => kind)).toEqual(['gone', 'new'])
})

test('lines far from a change are folded, those beside it stay', () => {
  const lines = Array.from({ length: 20 }, (_, line) => `line ${line}\n`)
  const pieces = fold(diffText(lines.join(''), lines.with(10, 'another\n').join('')))
  expect(pieces[0]).toEqual({ kind: 'folded', lines: 8 })
  expect(pieces[1]).toEqual({ kind: 'same', text: 'line 8\nline 9\n' })
  expect(pieces.at(-1)).toEqual({ kind: 'folded', lines: 7 })
})

test('a short text is never folded', () => {
  const pieces = diffText('a\nb\nc', 'a\nx\nc')
  expect(fold(pieces)).toEqual(pieces)
})

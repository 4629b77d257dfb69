import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunk, OVERLAP } from './chunk.ts'

const part = (lines: string[]) => [
  { part: null, part_name: null, lines: lines.map((text, at) => ({ number: at + 1, text })) },
]
const character = fc.constantFrom('a', ' ', 'ß', 'Ж', '\u{1f600}', '\u{1d11e}')
const line = fc
  .tuple(fc.array(character, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 150 }))
  .map(([characters, times]) => characters.join('').repeat(times).trim() || 'a')

test('a text is whole in its chunks, each says what it repeats, and no character is cut in two', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const chunks = chunk(part(lines))
      for (const { text, numbers, overlap } of chunks) {
        expect(text.isWellFormed()).toBe(true)
        expect(text.length).toBeLessThanOrEqual(1000 + OVERLAP)
        expect(numbers.length).toBe(text.split('\n').length)
        expect(overlap).toBeLessThanOrEqual(OVERLAP + 1)
      }
      const whole = chunks.reduce((sum, { text, overlap }, at) => {
        if (at === 0) return text
        const repeated = text.slice(0, overlap)
        const goesOn = overlap > 0 && !repeated.endsWith('\n')
        expect(sum.endsWith(repeated.replace(/\n$/, ''))).toBe(true)
        return `${sum}${goesOn ? '' : '\n'}${text.slice(overlap)}`
      }, '')
      expect(whole).toBe(lines.join('\n'))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutNul } from './without-nul.ts'

test('no NUL is left in any text or name, and everything else stays as it was sent', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (json) => {
      const expected = JSON.parse(json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1'))
      expect(withoutNul(JSON.parse(json))).toEqual(expected)
    }),
  )
  const deep = { 'k\0ey': ['a\0b', { c: '\0' }], n: null, t: 'x' }
  expect(withoutNul(deep)).toEqual({ key: ['ab', { c: '' }], n: null, t: 'x' })
})

test('what has no NUL is not copied, and bytes are left alone', () => {
  const value = { a: ['b', { c: 1 }] }
  expect(withoutNul(value)).toBe(value)
  const bytes = { file: Buffer.from('a\0b') }
  expect(withoutNul(bytes)).toBe(bytes)
})

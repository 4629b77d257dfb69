import { expect, test } from 'vitest'
import { stripInput, stripPayload } from './strip-payload.ts'

const LONG = Buffer.alloc(900, 5).toString('base64')

test('a circular structure ends in a marker, and the same thing twice does not', () => {
  const shared = { id: 1 }
  const value: Record<string, unknown> = { first: shared, second: shared }
  value.self = { inside: [value] }
  expect(stripPayload(value)).toEqual({ first: { id: 1 }, second: { id: 1 }, self: { inside: ['[CIRCULAR]'] } })
})

test('long base64 and data addresses become markers, words and short values stay', () => {
  const words = 'A long text made of words. '.repeat(100)
  const kept = { words, short: 'aGVsbG8=', uri: 'data:image/png;base64,aGVsbG8=', number: 1, nothing: null }
  expect(stripPayload(kept)).toEqual(kept)
  const wrapped = LONG.replaceAll(/(.{76})/g, '$1\r\n')
  for (const file of [LONG, `data:image/png;base64,${LONG}`, `data:text/csv;charset=utf-8;base64,${LONG}`, wrapped]) {
    expect(stripPayload({ file })).toEqual({ file: expect.stringMatching(/^\[REMOVED \d+ characters\]$/) })
  }
  const inside = stripPayload(`See ![picture](data:image/png;base64,${LONG}) above.`)
  expect(inside).toMatch(/^See !\[picture\]\(\[REMOVED \d+ characters\]\) above\.$/)
  expect(stripPayload(Buffer.from('bytes'))).toBe('[REMOVED 5 bytes]')
})

test('what only a vendor can read is left out', () => {
  expect(stripPayload({ role: 'assistant', provider_metadata: { a: 1 }, steps: [{ encrypted_content: 'x' }] })).toEqual(
    {
      role: 'assistant',
      steps: [{}],
    },
  )
})

test('attachments are logged by name, without data or content', () => {
  const input = { message: 'Hello', attachments: [{ name: 'a.txt', data: 'aGk=', content: 'hi', size: 2 }] }
  expect(stripInput(input)).toEqual({ message: 'Hello', attachments: [{ name: 'a.txt', size: 2 }] })
  expect(stripInput(null)).toBeNull()
})

test('a text of any length is read once', () => {
  const [file, words] = ['QUJD'.repeat(10_000_000), 'word '.repeat(8_000_000)]
  for (const whole of [file, `data:image/png;base64,${file}`]) {
    expect(stripPayload(whole)).toBe(`[REMOVED ${whole.length} characters]`)
  }
  expect(stripPayload(words)).toBe(words)
  expect(stripPayload(`See data:a/b;base64,${file}. And data:c/d;base64,${file}!`)).toMatch(
    /^See \[REMOVED \d+ characters\]\. And \[REMOVED \d+ characters\]!$/,
  )
  for (const near of [`${file}!`, `${file} x`, ';base64,'.repeat(200_000), ' data:x;base64,'.repeat(100_000)]) {
    expect(stripPayload(near)).toBe(near)
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Syntax, syntaxOf } from './languages.ts'
import { outside, tokenizeLine } from './tokenize.ts'

const languages = ['ts', 'python', 'bash', 'sql', 'java', 'go', 'rust', 'ruby', 'json', 'yaml', 'css', 'html', 'diff']

function syntax(language: string): Syntax {
  const found = syntaxOf(language)
  if (!found) throw new Error(`No syntax for ${language}`)
  return found
}

function highlight(language: string, code: string) {
  let state = outside
  return code.split('\n').flatMap((line) => {
    const result = tokenizeLine(line, syntax(language), state)
    state = result.state
    return result.tokens
  })
}

const kindOf = (language: string, code: string, text: string) =>
  highlight(language, code).find((token) => token.text === text)?.kind

test.each([
  ['ts', 'const sum = add(3, "x") // done', { const: 'keyword', add: 'call', '3': 'number', '"x"': 'string' }],
  ['ts', 'map.delete(key)', { delete: 'call' }],
  ['python', '@cache\ndef f(x): # note', { def: 'keyword', '@cache': 'call', '# note': 'comment' }],
  ['bash', 'echo "$HOME" # hi', { echo: 'keyword', '# hi': 'comment' }],
  ['sql', "SELECT * FROM t WHERE a = 'b'", { SELECT: 'keyword', "'b'": 'string' }],
  ['json', '{"a": "b", "c": null}', { '"a"': 'property', '"b"': 'string', null: 'keyword' }],
  ['yaml', 'name: x', { name: 'property' }],
  ['html', '<a href="x">text</a>', { '<a': 'tag', href: 'property', '"x"': 'string', text: undefined }],
  ['diff', '+added', { '+added': 'inserted' }],
])('%s: %s', (language, code, kinds) => {
  for (const [text, kind] of Object.entries(kinds)) expect([text, kindOf(language, code, text)]).toEqual([text, kind])
})

test('a comment goes on over lines until it ends', () => {
  expect(highlight('ts', '/* a\nb */ c').map(({ kind }) => kind)).toEqual(['comment', 'comment', undefined, undefined])
})

test('a tag goes on over lines until it ends', () => {
  expect(kindOf('html', '<a\n  href="x">href', 'href')).toBe('property')
  expect(highlight('html', '<a\n  href="x">href').at(-1)).toEqual({ text: 'href' })
})

test('an address is not a comment', () => {
  expect(highlight('ts', 'https://example.com').some(({ kind }) => kind === 'comment')).toBe(false)
})

test('a language that nobody knows has no syntax, nor has a name that objects have', () => {
  expect(syntaxOf('klingon')).toBeUndefined()
  expect(syntaxOf('constructor')).toBeUndefined()
  expect(syntaxOf(undefined)).toBeUndefined()
})

test('whatever is coloured, nothing is lost or added', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('"', "'", '`', '/*', '*/', '<!--', '-->', '<a ', '>', '\\', '\n'))
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.array(piece, { maxLength: 30 }), (language, pieces) => {
      const code = pieces.join('')
      const shown = highlight(language, code).map(({ text }) => text)
      expect(shown.join('')).toBe(code.replaceAll('\n', ''))
    }),
  )
})

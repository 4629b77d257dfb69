import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageNamed } from './languages.ts'
import type { Line, Reader } from './token.ts'

const names =
  'ts tsx js python bash sql java go rust ruby json yaml css scss html xml php diff toml perl swift lua dockerfile'.split(
    ' ',
  )
const readers = new Map<string, () => Reader>()
for (const name of names) {
  const language = await languageNamed(name)?.load()
  if (language) readers.set(name, language)
}

function begin(name: string): Reader {
  const language = readers.get(name)
  if (!language) throw new Error(`No language ${name}`)
  return language()
}
const textOf = (lines: readonly Line[]) => lines.map((line) => line.map(({ text }) => text).join('')).join('\n')
const kindOf = (name: string, code: string, text: string) =>
  begin(name)(code)
    .flat()
    .find((token) => token.text === text)?.kind

test.each([
  ['ts', 'const sum = add(3, "x") // done', { const: 'keyword', add: 'call', '3': 'number', '"x"': 'string' }],
  ['ts', 'const x: Map<string> = null', { Map: 'type', null: 'keyword' }],
  ['ts', 'map.delete(key)', { delete: 'call' }],
  ['js', 'const a = <b title="x">text</b>', { b: 'tag', title: 'property' }],
  ['python', 'def f(x): # note', { def: 'keyword', f: 'call', '# note': 'comment' }],
  ['bash', 'echo "hi" # hi', { echo: 'call', '# hi': 'comment', '"hi"': 'string' }],
  ['sql', "SELECT * FROM t WHERE a = 'b'", { SELECT: 'keyword', "'b'": 'string' }],
  ['json', '{"a": "b", "c": null}', { '"a"': 'property', '"b"': 'string', null: 'keyword' }],
  ['yaml', 'name: x', { name: 'property' }],
  ['go', 'func main() { return 3 }', { func: 'keyword', '3': 'number' }],
  ['php', '<?php function a() { return "x"; }', { function: 'keyword', '"x"': 'string' }],
  ['html', '<a href="x">text</a>', { a: 'tag', href: 'property', '"x"': 'string', text: undefined }],
  ['html', '<script>let a = 1</script>', { let: 'keyword' }],
  ['diff', '+added', { '+added': 'inserted' }],
])('%s: %s', (language, code, kinds) => {
  for (const [text, kind] of Object.entries(kinds)) expect([text, kindOf(language, code, text)]).toEqual([text, kind])
})

test('a comment continues over lines until it ends', () => {
  for (const name of ['ts', 'java'])
    expect(begin(name)('/* a\nb */ c').map(([first]) => first?.kind)).toEqual(['comment', 'comment'])
})

test('a language that nobody knows has no parser, nor has a name that objects have', () => {
  expect(languageNamed('klingon')).toBeUndefined()
  expect(languageNamed('constructor')).toBeUndefined()
  expect(languageNamed(undefined)).toBeUndefined()
})

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '"',
    "'",
    '`',
    '/*',
    '*/',
    '<!--',
    '-->',
    '<a ',
    '>',
    '\\',
    '\n',
    '{',
    '(',
    'let ',
    '<script>',
    '<<E',
  ),
)
const pieces = fc.array(piece, { maxLength: 30 })

test('whatever is colored, nothing is lost or added', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), pieces, (name, pieces) => {
      const code = pieces.join('')
      expect(textOf(begin(name)(code))).toBe(code)
    }),
  )
})

test('a block that grew is read as one that was there at once', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), pieces, (name, pieces) => {
      const growing = begin(name)
      const code = pieces.join('')
      for (const end of pieces.keys()) growing(pieces.slice(0, end).join(''))
      expect(textOf(growing(code))).toBe(code)
    }),
  )
})

test('the lines of a program that grew have the colors of the whole', () => {
  const code = Array.from(
    { length: 60 },
    (_, n) => `const a${n} = { b: "c${n}" } // d\nfunction f${n}() { return a${n} }\n`,
  ).join('')
  for (const name of ['ts', 'java']) {
    const growing = begin(name)
    for (let end = 0; end < code.length; end += 7) growing(code.slice(0, end))
    expect(growing(code)).toEqual(begin(name)(code))
  }
})

test('a line that no person wrote stays plain', () => {
  for (const name of ['ts', 'java']) {
    const [line] = begin(name)(`let a = ${'"b", '.repeat(1000)}`)
    expect(line?.map(({ kind }) => kind)).toEqual([undefined])
  }
})

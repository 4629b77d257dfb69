import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formReader } from './form-reader.ts'
import { jsonReader } from './json-reader.ts'
import { nestFields } from './nest-fields.ts'
import type { BodyReader } from './read-body.ts'
import { textReader } from './text-reader.ts'

/** Reads a body that arrives in pieces of this many bytes. */
function read(reader: BodyReader, body: string | Buffer, pieceBytes: number): unknown {
  const bytes = Buffer.from(body as string)
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.write(bytes.subarray(at, at + pieceBytes))
  return reader.end()
}

const long = fc.string({ unit: 'binary', minLength: 1000, maxLength: 3000 })
const repeated = fc
  .tuple(
    fc.constantFrom('\\', '"', '\\"', '\u0000', 'é', '😀', '\ud800', '\\u0041', 'a'),
    fc.integer({ max: 40_000, min: 1 }),
  )
  .map(([unit, count]) => unit.repeat(count))

test('JSON is read as JSON.parse reads it, wherever it is cut', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    long,
    repeated,
    fc.array(fc.oneof(long, fc.jsonValue(), repeated), { maxLength: 3 }),
  )
  const escaped = fc.boolean()
  fc.assert(
    fc.property(value, escaped, fc.integer({ min: 1, max: 70_000 }), (value, escaped, pieceBytes) => {
      const plain = JSON.stringify(value)
      const text = escaped
        ? plain.replaceAll(
            /[^\u0020-\u007e]/g,
            (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
        : plain
      if (/"(__proto__|constructor)":/.test(text)) return
      expect(read(jsonReader(), text, pieceBytes)).toEqual(JSON.parse(Buffer.from(text).toString()))
    }),
    { numRuns: 300, seed: 20_261_201 },
  )
})

test('texts of files take no part of the heap, and those of other characters are in order however long they are', () => {
  const file = Buffer.alloc(8 * 2 ** 20, 'QUJD')
  const named = (nth: number) => [Buffer.from(nth === 0 ? '["' : '","'), file]
  const body = Buffer.concat([...Array.from({ length: 16 }, (_, nth) => named(nth)).flat(), Buffer.from('"]')])
  const before = process.memoryUsage().heapUsed
  const files = read(jsonReader(), body, 65_536) as string[]
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(body.length / 2)
  expect(files.map((text) => file.equals(Buffer.from(text)))).toEqual(Array(16).fill(true))
  const mixed = `${'a'.repeat(20 * 2 ** 20)}é${'b'.repeat(20 * 2 ** 20)}`
  expect(read(jsonReader(), JSON.stringify([mixed]), 65_536)).toEqual([mixed])
})

test('JSON is read alike when it arrives byte by byte', () => {
  const text = JSON.stringify({
    a: `${'\\"é😀\u0000'.repeat(700)}x`,
    '\n': ['"', '\\', { b: 'y'.repeat(1025) }],
    c: -1.5e3,
  })
  for (const pieceBytes of [1, 2, 3, 5, 7, 1024]) {
    expect(read(jsonReader(), ` ${text}\n`, pieceBytes)).toEqual(JSON.parse(text))
  }
  for (const nothing of ['', []]) expect(read(jsonReader(), nothing.toString(), 1)).toBeUndefined()
})

test('what is no JSON is refused wherever it is cut', () => {
  const strings = 'x'.repeat(2000)
  for (const broken of [
    '{',
    '"',
    `"${strings}`,
    `"${strings}\\`,
    `"${strings}\\u12"`,
    `"${strings}\n"`,
    `{"a":"${strings}"`,
    `"a""${strings}"`,
    `${strings}`,
    ' ',
    '[1,]',
    `{"${strings}":1}`,
  ]) {
    for (const pieceBytes of [1, 7, 5000]) {
      expect(() => read(jsonReader(), broken, pieceBytes), broken.slice(0, 20)).toThrow('not valid JSON')
    }
  }
  for (const hostile of ['{"__proto__":1}', '{"\\u005f_proto__":{}}', '{"constructor":{"prototype":1}}'])
    expect(() => read(jsonReader(), hostile, 7), hostile).toThrow('a field that is not accepted')
})

test('JSON that is not UTF-8 is refused wherever it is, and a replacement character that was sent is taken', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  for (const body of [
    latin1('{"a":"caf\xe9"}'),
    latin1('{"caf\xe9":1}'),
    latin1(`{"a":"${'x'.repeat(2000)}\xe9"}`),
    latin1(`{"a":"\xe9${'x'.repeat(40_000)}"}`),
    latin1(`{"a":"${'\xbf'.repeat(40_000)}"}`),
    Buffer.concat([latin1('"'), Buffer.alloc(30_000, 'é'), latin1('\xc3"')]),
  ]) {
    for (const pieceBytes of [1, 700, 65_536]) {
      for (const reader of [jsonReader(), jsonReader({ maxTextBytes: 1 })]) {
        expect(() => read(reader, body, pieceBytes)).toThrow('not UTF-8')
      }
    }
  }
  const sent = { short: '\uFFFD', long: '\uFFFD'.repeat(2000) }
  expect(read(jsonReader(), JSON.stringify(sent), 700)).toEqual(sent)
})

test('JSON with more values, levels or short text than any caller needs is refused', () => {
  const complex = 'The body has too many values or is nested too deeply'
  for (const body of [
    `[${'[],'.repeat(60_000)}0]`,
    '['.repeat(200),
    '{"a":'.repeat(200),
    ' '.repeat(5_000_000),
    `[${`"${'x'.repeat(900)}",`.repeat(6000)}0]`,
  ]) {
    expect(() => read(jsonReader(), body, 65_536), body.slice(0, 20)).toThrow(complex)
  }
  expect(read(jsonReader(), `[${'0,'.repeat(40_000)}0]`, 65_536)).toHaveLength(40_001)
})

/** The value, or the reason for which there is none. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return String(error)
  }
}

test('a form is read as a browser writes it, wherever it is cut', () => {
  const field = fc.oneof(fc.string({ unit: 'binary' }), fc.string())
  fc.assert(
    fc.property(
      fc.array(fc.tuple(field, field), { maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (fields, pieceBytes) => {
        const text = new URLSearchParams(fields).toString()
        expect(outcomeOf(() => read(formReader(), text, pieceBytes))).toEqual(
          outcomeOf(() => nestFields([...new URLSearchParams(text)])),
        )
      },
    ),
    { numRuns: 300, seed: 20_261_201 },
  )
  for (const odd of [
    '',
    '&&a&=&=b&a=1&a=2',
    '%',
    '%4',
    '%zz=%',
    'a=%41%4',
    'a=%%41',
    'x+y=+%2B',
    'a==b',
    '%ff=%e2%82',
  ]) {
    for (const pieceBytes of [1, 2, 100]) {
      expect(read(formReader(), odd, pieceBytes), odd).toEqual(nestFields([...new URLSearchParams(odd)]))
    }
  }
  for (const body of ['a&'.repeat(2000), `${'a'.repeat(20_000)}=1`, `a=1&${'a'.repeat(20_000)}`]) {
    expect(() => read(formReader(), body, 1000)).toThrow('too many values')
  }
  const long = 'é'.repeat(200_000)
  expect(read(formReader(), `a=${long}&b=${encodeURIComponent(long)}`, 999)).toEqual({ a: long, b: long })
})

test.each([
  ['a=1&a=2&b=3', { a: ['1', '2'], b: '3' }],
  ['a[]=1&a[]=2&b[]=3', { a: ['1', '2'], b: ['3'] }],
  ['a=1&a[]=2', { a: ['1', '2'] }],
  ['conversation[id]=7&contact[id]=8&contact[email]=', { conversation: { id: '7' }, contact: { id: '8', email: '' } }],
  ['q3_name[first]=Ann&q3_name[last]=Lee', { q3_name: { first: 'Ann', last: 'Lee' } }],
  ['files[0][name]=a&files[0][size]=1&files[1][name]=b', { files: [{ name: 'a', size: '1' }, { name: 'b' }] }],
  ['a[1]=x', { a: { 1: 'x' } }],
  ['a%5Bb%5D=1', { a: { b: '1' } }],
  ['a=1&a[b]=2', { a: '1', 'a[b]': '2' }],
  ['a[b=1&a]b=2&[c]=3&a[][b]=4', { 'a[b': '1', 'a]b': '2', '[c]': '3', 'a[][b]': '4' }],
  ['a[b][c][d][e][f][g]=1', { 'a[b][c][d][e][f][g]': '1' }],
  ['toString[a]=1&hasOwnProperty=2', { toString: { a: '1' }, hasOwnProperty: '2' }],
])('a form of the fields %s says what frameworks read in it', (text, value) => {
  for (const pieceBytes of [1, 100]) expect(read(formReader(), text, pieceBytes)).toEqual(value)
})

test('a form in which a value would be lost is refused', () => {
  expect(() => read(formReader(), 'a[b]=1&a=2', 100)).toThrow('both a value and an object: a')
})

test('a form reaches no prototype', () => {
  for (const text of ['__proto__=1', '__proto__[admin]=1', 'a[__proto__][b]=1', 'constructor[prototype][b]=1'])
    expect(() => read(formReader(), text, 100), text).toThrow('not accepted')
})

test('texts that do not fit together are left out, wherever they are cut, and the others stay whole', () => {
  const large = 'é"\n'.repeat(2000)
  const value = { first: 'x'.repeat(3000), large, list: [large, 'short'], last: 'y'.repeat(2000) }
  const left = { $large_text: { bytes: expect.any(Number), preview: large.slice(0, 1000) } }
  for (const pieceBytes of [1, 700, 65_536]) {
    const found = read(jsonReader({ maxTextBytes: 6000 }), JSON.stringify(value), pieceBytes)
    expect(found).toEqual({ ...value, large: left, list: [left, 'short'] })
  }
  const fields = new URLSearchParams({ first: value.first, large, last: value.last }).toString()
  for (const pieceBytes of [1, 700, 65_536]) {
    expect(read(formReader({ maxTextBytes: 6000 }), fields, pieceBytes)).toEqual({
      first: value.first,
      large: left,
      last: value.last,
    })
  }
  expect(() => read(jsonReader({ maxTextBytes: 1 }), `["${'x'.repeat(5000)}\\q"]`, 700)).toThrow('not valid JSON')
})

test('a text body is read whole, or its beginning where it is larger than it may be', () => {
  const text = 'é😀'.repeat(3000)
  for (const pieceBytes of [1, 700, 65_536]) {
    expect(read(textReader(), text, pieceBytes)).toBe(text)
    const beginning = read(textReader({ maxTextBytes: 5000 }), text, pieceBytes)
    expect(text.startsWith(String(beginning).replace(/\uFFFD$/, ''))).toBe(true)
    expect(String(beginning).length).toBe(1000)
  }
})

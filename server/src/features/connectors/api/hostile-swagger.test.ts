import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'

const app = await ownTestApp()

async function givenReader() {
  const { organization, owner } = await app.given.organization()
  const person = await app.as(owner)
  const base = `/api/organizations/${organization.id}/mcps`
  return { person, base, read: (document: string) => person.post(`${base}/openapi`, { document }) }
}

const paths = (parameters: unknown, more: object = {}) =>
  JSON.stringify({ swagger: '2.0', paths: { '/x': { post: { parameters } } }, ...more })
const body = (schema: object) => [{ name: 'b', in: 'body', required: true, schema }]
const nested = (depth: number) => `${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`
const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
for (const [before, name] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi', 'ij'])
  bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`)
const yaml = (lines: string) => `swagger: '2.0'\n${bomb.join('\n')}\npaths:\n  /x:\n    post:\n      ${lines}`

test.each([
  [
    'a body that refers to itself',
    paths(body({ $ref: '#/definitions/A' }), { definitions: { A: { $ref: '#/definitions/A' } } }),
  ],
  [
    'a parameter that refers to itself',
    paths([{ $ref: '#/parameters/A' }], { parameters: { A: { $ref: '#/parameters/A' } } }),
  ],
  ['a body that refers to another server', paths(body({ $ref: 'http://127.0.0.1:9/schema.json' }))],
  ['a parameter that refers to another server', paths([{ $ref: 'http://127.0.0.1:9/a.json#/parameters/A' }])],
  ['a body that refers to nothing', paths(body({ $ref: '#/definitions/None' }))],
  ['a body that refers to what is inherited', paths(body({ $ref: '#/constructor/prototype' }))],
  ['a body deeper than any model reads', paths(body({ not: 'DEEP' })).replace('"DEEP"', nested(5000))],
  [
    'a body wider than any model reads',
    paths(body({ properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`p${n}`, {}])) })),
  ],
  [
    'a form wider than any model reads',
    paths(Array.from({ length: 20_000 }, (_, n) => ({ name: `p${n}`, in: 'formData', type: 'string' }))),
  ],
  ['a body that doubles at every step', yaml('parameters: [{name: b, in: body, schema: {enum: *j, allOf: *j}}]')],
  ['parameters that double at every step', yaml('parameters: *j')],
  ['a body that holds itself', yaml('parameters: [{name: b, in: body, schema: &s {not: *s, default: *s}}]')],
  ['a parameter that holds itself', yaml('parameters: [&p {name: b, in: query, type: array, items: *p}]')],
  [
    'names that every object has',
    paths([
      { name: '__proto__', in: 'formData', type: 'file' },
      { name: 'constructor', in: 'formData', type: 'array', collectionFormat: 'constructor' },
    ]),
  ],
  ['parameters that are none', paths([1, null, 'a', [], { in: {} }, { name: 1, in: 'body', schema: 'x' }])],
  ['types that are none', paths(body({}), { consumes: [1, null, {}, ''] })],
])('a document of version 2 with %s is read', async (_, document) => {
  const { person, base, read } = await givenReader()
  const { status, body } = await read(document)
  expect([status, body.operations?.length]).toEqual([200, 1])
  expect(body.operations[0].token_count).toBeLessThan(10_000)
  expect(({} as Record<string, unknown>).type).toBeUndefined()
  if (body.operations[0].problem !== null) return
  const more = { url: 'http://127.0.0.1:9', document, operations: ['POST /x'] }
  const created = await person.post(base, { type: 'openapi', name: 'X', ...more })
  expect(created.body).toMatchObject({ tool_count: 1 })
})

test.each([
  [
    'text in place of everything',
    '{"swagger": "2.0", "paths": "x", "host": true, "schemes": 1, "securityDefinitions": []}',
  ],
  [
    'objects in place of texts',
    '{"swagger": "2.0", "host": {"toString": 1}, "info": {"title": {}}, "paths": {"/x": 1}}',
  ],
])('a document of version 2 with %s has no operations', async (_, document) => {
  const { read } = await givenReader()
  expect((await read(document)).body).toMatchObject({ operations: [], urls: [], total: 0 })
})

function longest(): string {
  const parameters = Array.from({ length: 8 }, (_, n) => ({
    name: `p${n}`,
    in: 'query',
    type: 'string',
    description: 'x'.repeat(20),
  }))
  const each = { get: { parameters }, post: { parameters: body({ $ref: '#/definitions/A' }) } }
  const all = Object.fromEntries(Array.from({ length: 11_000 }, (_, n) => [`/p${n}`, each]))
  const A = { properties: { next: { $ref: '#/definitions/A' } } }
  return JSON.stringify({ swagger: '2.0', paths: all, definitions: { A } })
}

/** Each of many operations has each of many parameters, which are written once. */
function multiplied(count = 1000): string {
  const numbers = Array.from({ length: count }, (_, n) => n)
  const parameters = numbers.map((n) => `{name: p${n}, in: formData, type: array}`).join(', ')
  const operations = numbers.map((n) => `  /p${n}: {post: {parameters: *p}}`).join('\n')
  return `swagger: '2.0'\np: &p [${parameters}]\npaths:\n${operations}`
}

test.each([
  ['as long as any', longest(), 22_000],
  ['that multiplies', multiplied(), 1000],
])('a document of version 2 %s is read, or refused, while others are served', async (_, document, total) => {
  const { read, person, base } = await givenReader()
  let isRead = false
  const reading = read(document).finally(() => {
    isRead = true
  })
  let served = 0
  while (!isRead) if ((await person.get(base)).status === 200) served++
  const { status, body: found } = await reading
  expect(served).toBeGreaterThan(0)
  if (status === 200) expect([found.total, found.operations.length]).toEqual([total, Math.min(total, 12_000)])
  else expect([status, found.code]).toEqual([422, 'DOCUMENT_UNREADABLE'])
})

test('a short document is read while two organizations have some read that take long', async () => {
  const [one, other, third] = [await givenReader(), await givenReader(), await givenReader()]
  const ended: string[] = []
  const slow = [one, other].map(async ({ read }) => {
    const { body } = await read(multiplied(3000))
    ended.push(body.code)
  })
  // Each has its turn before the short one comes.
  await third.read(paths([]))
  expect((await third.read(paths([]))).status).toBe(200)
  ended.push('short')
  await Promise.all(slow)
  expect(ended).toEqual(['short', 'DOCUMENT_UNREADABLE', 'DOCUMENT_UNREADABLE'])
})

test.each([
  ['another version', '{"swagger": "1.2"}'],
  ['version 20', '{"swagger": "20"}'],
  ['an object as its version', '{"swagger": {"toString": 1}}'],
])('a document that says %s is refused with a sentence', async (_, document) => {
  const { read } = await givenReader()
  const { status, body } = await read(document)
  expect([status, body.code]).toEqual([422, 'DOCUMENT_UNREADABLE'])
  expect(body.error).toMatch(/not an OpenAPI document of version 2 or 3/)
})

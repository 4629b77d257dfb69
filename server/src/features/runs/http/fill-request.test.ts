import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'
import { listenOnLoopback } from '#testing/servers/listen-on-loopback.ts'
import { fillerOf } from '../fill-placeholders.ts'
import { fillRequest, type Request } from './fill-request.ts'

type Received = { path: string[]; query: [string, string][]; headers: NodeJS.Dict<string | string[]>; body: string }

let received: Received | null = null
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const path = pathname.slice(1).split('/').map(decodeURIComponent)
  received = { path, query: [...searchParams], headers: request.headers, body: await readText(request) }
  response.end('{}')
})
const origin = await listenOnLoopback(server)
const app = await startTestApp()
afterAll(async () => {
  await app.close()
  server.closeAllConnections()
  server.close()
})

const fill = (request: Partial<Request>, input: unknown, variables = new Map<string, string>()) =>
  fillRequest(
    { method: 'POST', url: origin, headers: {}, ...request },
    fillerOf({ input, state: {}, output: {}, variables }),
  )

/** What a real server is sent. */
async function sent(request: Partial<Request>, input: unknown): Promise<Received> {
  const { url, headers, body, method } = fill(request, input)
  await fetch(url, { method, headers, ...(typeof body === 'string' && { body }) })
  if (!received) throw new Error('Nothing was received')
  return received
}

/** With what ends a place, and with text of any other kind. */
const hostile = fc.constantFrom(
  '../',
  '..',
  '?a=b',
  '#',
  '&x=1',
  ';',
  '"',
  '\\',
  '\n',
  '\r\n',
  '%2e%2e',
  '</a>',
  '<!--',
  '{{input.b}}',
  ' ',
  'é',
  '🙂',
)
const value = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 5 })
  .map((parts) => parts.join(''))
  .filter((text) => text.isWellFormed())
const isSegment = (text: string) => !/^\.*$/.test(text)
const runs = { numRuns: 150 }

test('whatever a value holds, it is one segment of a path and one parameter of a query', async () => {
  await fc.assert(
    fc.asyncProperty(value.filter(isSegment), value, async (a, b) => {
      const url = `${origin}/customers/{{input.a}}/orders?name={{input.b}}&all=x-{{input.a}}#{{input.b}}`
      const { path, query } = await sent({ url }, { a, b })
      expect(path).toEqual(['customers', a, 'orders'])
      expect(query).toEqual([
        ['name', b],
        ['all', `x-${a}`],
      ])
    }),
    runs,
  )
})

const nothing = ['', '.', '..']
test.for([
  ['/a/{{input.a}}/b', nothing],
  ['/a/.{{input.a}}', ['.']],
  ['/a/{{input.a}}%2E', ['.']],
  ['/a/{{input.a}}{{input.a}}?x=1', ['.']],
] as const)('a value that makes %s another path is refused', ([path, values]) => {
  for (const a of values) expect(() => fill({ url: `${origin}${path}` }, { a })).toThrow('in the path')
})

test('a value in the host is a name, and one at the beginning is an address that the author has chosen', () => {
  const host = (a: string) => fill({ url: 'https://{{input.a}}.example.com/x?y={{input.a}}' }, { a }).url
  expect(host('shop-1')).toBe('https://shop-1.example.com/x?y=shop-1')
  for (const a of ['evil.test/', 'evil.test?', 'evil.test#', 'evil.test\\', 'a@evil.test', 'evil.test:80/'])
    expect(() => host(a)).toThrow('in the host')
  const variables = new Map([['BASE', 'https://api.example.com/v1']])
  expect(fill({ url: '{{BASE}}/users/{{input.a}}' }, { a: '../x' }, variables).url).toBe(
    'https://api.example.com/v1/users/..%2Fx',
  )
  expect(fill({ url: '{{input.a}}' }, { a: 'https://example.com/a?b=c#d' }).url).toBe('https://example.com/a?b=c#d')
})

test('in JSON a value in quotes is a string, and one without is itself', async () => {
  await fc.assert(
    fc.asyncProperty(value, fc.jsonValue(), value, fc.boolean(), async (a, b, c, saysType) => {
      const body = '{"a": "{{input.a}}", "b": {{input.b}}, "list": [1, "x {{input.c}} y"], "\\"": "{{input.a}}"}'
      const headers: Record<string, string> = saysType ? { 'content-type': 'application/json' } : {}
      const got = await sent({ body, headers }, { a, b, c })
      expect(JSON.parse(got.body)).toEqual(JSON.parse(JSON.stringify({ a, b, list: [1, `x ${c} y`], '"': a })))
    }),
    runs,
  )
})

test('in lines of JSON each value is in its line', () => {
  const headers = { 'content-type': 'application/x-ndjson' }
  const { body } = fill({ body: '{"a": "{{input.a}}"}\n{"b": {{input.b}}}\n', headers }, { a: '"\n', b: [null] })
  expect(
    String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ a: '"\n' }, { b: [null] }])
})

test('in a form of several parts a value is one field or the name of one file', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=limit' }
  const part = (disposition: string, content: string) =>
    `--limit\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  const body = `${part('name="note"', '{{input.a}}')}${part('name="file"; filename="{{input.a}}"', 'x')}--limit--\r\n`
  await fc.assert(
    fc.asyncProperty(value, async (a) => {
      const got = await sent({ body, headers }, { a })
      const form = await new Response(got.body, { headers }).formData()
      const file = form.get('file')
      expect([...form.keys()]).toEqual(['note', 'file'])
      expect(form.get('note')).toBe(a)
      expect(file instanceof File && file.name).toBe(a)
    }),
    runs,
  )
  expect(() => fill({ body, headers }, { a: 'x\r\n--limit\r\n' })).toThrow('boundary')
})

test('a parameter of a header ends with its quote', async () => {
  const headers = { 'content-disposition': 'attachment; filename="{{input.a}}"; size=1' }
  await fc.assert(
    fc.asyncProperty(value, async (a) => {
      if (/[^\t\x20-\x7e\x80-\xff]/.test(a)) return
      const got = await sent({ headers }, { a })
      // RFC 9110, 5.6.4: a quoted string.
      const [, quoted = '', rest] =
        /filename="((?:[^"\\]|\\.)*)"(.*)$/.exec(String(got.headers['content-disposition'])) ?? []
      expect([quoted.replaceAll(/\\(.)/g, '$1'), rest]).toEqual([a, '; size=1'])
    }),
    runs,
  )
})

test('in a form a value is one field', async () => {
  await fc.assert(
    fc.asyncProperty(value, value, async (a, b) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const { body } = await sent({ body: 'a={{input.a}}&b={{input.b}}', headers }, { a, b })
      expect([...new URLSearchParams(body)]).toEqual([
        ['a', a],
        ['b', b],
      ])
    }),
    runs,
  )
})

test('in XML a value is text, in an element as in an attribute', async () => {
  // A parser reads white space in attributes and at the ends of lines as its standard says, and some characters are in no XML.
  const written = value.map((text) => text.replaceAll(/[\s\p{C}]/gu, ''))
  await fc.assert(
    fc.asyncProperty(written, async (a) => {
      const headers = { 'content-type': 'text/xml; charset=utf-8' }
      const { body } = await sent({ body: '<order id="{{input.a}}"><name>{{input.a}}</name></order>', headers }, { a })
      const read: string[] = []
      const parser = new SaxesParser()
      parser.on('opentag', ({ name, attributes }) => read.push(name, ...Object.values(attributes).map(String)))
      parser.on('text', (text) => read.push(text))
      parser.write(body).close()
      expect(read).toEqual(['order', a, 'name', ...(a === '' ? [] : [a])])
    }),
    runs,
  )
})

test('in a CDATA section a value is its text', async () => {
  const headers = { 'content-type': 'application/soap+xml' }
  for (const a of ['Meyer & Sons <1>', ']]>', ']]]]>>', '<![CDATA[x]]>']) {
    const { body } = fill({ body: '<a b="{{input.a}}"><![CDATA[{{input.a}}]]><c>{{input.a}}</c></a>', headers }, { a })
    const read: string[] = []
    const parser = new SaxesParser()
    let text = ''
    parser.on('opentag', ({ attributes }) => read.push(...Object.values(attributes).map(String)))
    parser.on('cdata', (piece) => (text += piece))
    parser.on('text', (piece) => read.push(piece))
    parser.write(String(body)).close()
    expect([...read, text]).toEqual([a, a, a])
  }
})

test('a cookie is one cookie', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (a) => {
      const { headers } = await sent({ headers: { cookie: 'session={{input.a}}; lang=en' } }, { a })
      const cookies = String(headers.cookie).split('; ')
      expect(cookies).toHaveLength(2)
      const sentValue = cookies[0]?.replace('session=', '') ?? ''
      // RFC 6265, 4.1.1: what a cookie's value is made of.
      expect(sentValue).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/)
      // A percent sign stays as it is, because the value may be encoded already; then it cannot be decoded for certain.
      if (!a.includes('%')) expect(decodeURIComponent(sentValue)).toBe(a)
      expect(cookies[1]).toBe('lang=en')
    }),
    runs,
  )
})

test('a header is one line, or the request is refused', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (a) => {
      const headers = { 'x-name': 'is {{input.a}}', 'x-other': 'same' }
      if (/[^\t\x20-\x7e\x80-\xff]/.test(a.trim())) {
        expect(() => fill({ headers }, { a })).toThrow('x-name')
        return
      }
      const got = await sent({ headers }, { a })
      expect([got.headers['x-name'], got.headers['x-other']]).toEqual([`is ${a.trim()}`.trim(), 'same'])
    }),
    runs,
  )
})

test('text of no type that is known is filled as it is', () => {
  expect(fill({ body: 'Hello {{input.a}} & co' }, { a: '"Meyer"' }).body).toBe('Hello "Meyer" & co')
  expect(fill({ body: '{{input.a}}' }, { a: { b: 1 } }).body).toEqual({ b: 1 })
})

test('a step of a flow asks for nothing but what its author wrote', async () => {
  const step = {
    type: 'http_request',
    url: 'https://api.example.com/customers/{{input.id}}/orders',
    headers: { authorization: 'Bearer {{KEY}}' },
  }
  const run = await startSteps(app, { ask: step }, { input: { id: '..' } })
  expect(run.executed).toMatchObject({ status: 'failed', error: expect.stringContaining('in the path') })
})

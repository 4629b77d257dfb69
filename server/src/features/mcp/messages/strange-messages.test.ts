import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runs } from '#features/runs/table.ts'
import { testApp } from '#testing/app.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await testApp()

async function ready() {
  const people = await app.given.organization()
  const teammate = await app.given.teammate(people.organization, { tools: ['files.create', 'http_request'] })
  return { ...people, teammate, hosted: await givenHosted(app, people.admin, teammate) }
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
/** What `String()` throws at. */
const unspeakable = { toString: 1, valueOf: 1 }

const first = await ready()
const second = await ready()

type Strange = { body: unknown; headers?: Record<string, string>; answer: [number, number | undefined] }
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })

const strange: Record<string, Strange> = {
  'a batch': { body: [ping, ping], answer: [400, -32600] },
  'an empty batch': { body: [], answer: [400, -32600] },
  'a batch of notifications': { body: [{ jsonrpc: '2.0', method: 'x' }], answer: [400, -32600] },
  'an id of 1 MB': { body: { ...ping, id: 'x'.repeat(1_000_000) }, answer: [400, -32600] },
  'an id that is true': { body: { ...ping, id: true }, answer: [400, -32600] },
  'an id that is an object': { body: { ...ping, id: {} }, answer: [400, -32600] },
  'an id beyond all numbers': { body: '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', answer: [200, undefined] },
  'an id beyond what is exact': { body: { ...ping, id: 2 ** 60 }, answer: [200, undefined] },
  'an id of fractions': { body: { ...ping, id: -0.5 }, answer: [200, undefined] },
  'an id of control characters': { body: { ...ping, id: '\u0000\ud800\u001b' }, answer: [200, undefined] },
  'an id twice': { body: '{"jsonrpc":"2.0","id":1,"id":{},"method":"ping"}', answer: [400, -32600] },
  'a method of 1 MB': { body: { ...ping, method: 'x'.repeat(1_000_000) }, answer: [400, -32600] },
  'a method that every object has': { body: { ...ping, method: 'constructor' }, answer: [200, -32601] },
  'no method': { body: { ...ping, method: '' }, answer: [400, -32600] },
  'parameters in an array': { body: { ...ping, params: [1] }, answer: [400, -32600] },
  'parameters that are null': { body: { ...ping, params: null }, answer: [400, -32600] },
  'a name of 1 MB': { body: call({ name: 'x'.repeat(1_000_000) }), answer: [200, -32602] },
  'a name of control characters': { body: call({ name: '\u0000\u0007\ud800\u202e' }), answer: [200, -32602] },
  'a name that every object has': { body: call({ name: '__proto__' }), answer: [200, -32602] },
  'a name that is none': { body: call({ name: ['files.create'] }), answer: [200, -32602] },
  'arguments in an array': { body: call({ name: 'files.create', arguments: [1] }), answer: [200, -32602] },
  'arguments that are a text': { body: call({ name: 'files.create', arguments: 'x' }), answer: [200, -32602] },
  'arguments too deep': {
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"files.create","arguments":{"a":${deep(100_000)}}}}`,
    answer: [400, -32700],
  },
  'arguments for every object': {
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"files.create","arguments":{"__proto__":{"x":1}}}}',
    answer: [400, -32700],
  },
  'half a message': { body: '{"jsonrpc":"2.0","id":1,', answer: [400, -32700] },
  'nothing at all': { body: '', answer: [400, -32600] },
  'a version that nobody knows': {
    body: ping,
    headers: { 'mcp-protocol-version': 'x'.repeat(8000) },
    answer: [400, -32602],
  },
  'two versions in one header': {
    body: ping,
    headers: { 'mcp-protocol-version': '2025-11-25, 2025-06-18' },
    answer: [400, -32602],
  },
  'a version that is a number': {
    body: { ...ping, params: { _meta: { [VERSION]: 20260728 } } },
    answer: [400, -32022],
  },
  'a version that cannot be a text': {
    body: { ...ping, params: { _meta: { [VERSION]: unspeakable } } },
    answer: [400, -32022],
  },
  'a wish for a version that cannot be a text': {
    body: { ...ping, method: 'initialize', params: { protocolVersion: unspeakable } },
    answer: [200, undefined],
  },
  'what is no _meta': { body: { ...ping, params: { _meta: 'x' } }, answer: [200, undefined] },
  'a version without its header': {
    body: { ...ping, method: 'tools/list', params: { _meta: { [VERSION]: '2026-07-28' } } },
    answer: [400, -32020],
  },
  'a name that is another in its header': {
    body: call({ name: 'files.create', _meta: { [VERSION]: '2026-07-28' } }),
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': '=?base64?%%%?=' },
    answer: [400, -32020],
  },
  'a cursor': { body: { ...ping, method: 'tools/list', params: { cursor: unspeakable } }, answer: [200, -32602] },
  'an answer to nothing': { body: { jsonrpc: '2.0', id: 'x', result: 1 }, answer: [202, undefined] },
  'a notification that nobody knows': { body: { jsonrpc: '2.0', method: '\u0001' }, answer: [202, undefined] },
}

test.each(Object.keys(strange))('%s is answered in words, and everyone else is answered as before', async (name) => {
  const { body, headers, answer } = strange[name] ?? {}
  const { hosted } = first
  const response = await hosted.client.send('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  expect([response.status, text ? JSON.parse(text).error?.code : undefined]).toEqual(answer)
  expect((await app.anyone.get('/health')).status).toBe(200)
  expect((await second.hosted.ask('ping')).body).toMatchObject({ result: {} })
  expect((await hosted.ask('tools/list')).status).toBe(200)
})

/** Sends headers as they are, also twice. */
async function sendRaw(headers: string[], body: object): Promise<{ status: number | undefined; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: unknown }>()
  const sent = request(`${app.base_url}/mcp`, { method: 'POST' }, async (response) =>
    resolve({ status: response.statusCode, body: await json(response) }),
  )
  sent.on('error', reject)
  const text = JSON.stringify(body)
  for (const [name, values] of byName(['content-type', 'application/json', ...headers])) sent.setHeader(name, values)
  sent.end(text)
  return promise
}

function byName(headers: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at)
    found.set(name, [...(found.get(name) ?? []), value])
  }
  return found
}

test('a header that comes twice never makes someone of nobody', async () => {
  const { hosted } = first
  const good = hosted.token
  const status = async (...headers: string[]) => (await sendRaw(headers, ping)).status
  expect(await status('api-key', good)).toBe(200)
  expect(await status('api-key', 'x', 'api-key', good)).toBe(401)
  expect(await status('api-key', good, 'api-key', 'x')).toBe(401)
  expect(await status('authorization', 'Bearer x', 'authorization', `Bearer ${good}`)).toBe(401)
  expect(await status('authorization', `Basic ${good}`)).toBe(401)
  expect(await status('authorization', `Bearer ${good}, Bearer x`)).toBe(401)
  expect(
    await status('api-key', good, 'mcp-protocol-version', '2025-11-25', 'mcp-protocol-version', '2025-06-18'),
  ).toBe(400)
  expect(await status('api-key', good, 'origin', 'http://localhost', 'origin', 'http://evil.example.com')).toBe(403)
})

const tokens = [0, -1, 1.5, '', 'x', '\u0000\n\ndata: {}', 'x'.repeat(1001), true, null, {}, [], 2 ** 60, 1e308]
test.each(tokens.map((token) => [JSON.stringify(token).slice(0, 30), token]))(
  'a call with the progress token %s is answered once, in a stream or without',
  async (_name, progressToken) => {
    const { hosted } = first
    const params = { name: 'files.create', arguments: { name: 'a.txt', content: 'A' }, _meta: { progressToken } }
    const { status, body } = await hosted.ask('tools/call', params, { accept: 'application/json, text/event-stream' })
    expect(status).toBe(200)
    const events = typeof body === 'string' ? body.trim().split('\n\n') : []
    const answer = typeof body === 'string' ? JSON.parse(events.at(-1)?.split('data: ')[1] ?? '') : body
    expect(answer).toMatchObject({
      jsonrpc: '2.0',
      id: expect.any(Number),
      result: { content: [{ type: 'text' }, {}, {}] },
    })
    for (const each of events) expect(each).toMatch(/^event: message\ndata: \{[^\n]*$/)
  },
)

test('nobody cancels what another token asked, and an id is only what it was sent as', async () => {
  const { hosted, admin, teammate } = await ready()
  const asked: (() => void)[] = []
  const slow = await serve((_request, response) => void asked.push(() => response.end('done')))
  const waiting = hosted.call('http_request', { url: slow.url })
  await expect.poll(() => asked.length).toBe(1)
  const same = await givenHosted(app, admin, teammate)
  const outsider = second.hosted
  const cancel = (client: typeof hosted, requestId: unknown) =>
    client.client.post('/mcp', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
  for (const client of [same, outsider]) expect((await cancel(client, 1)).status).toBe(202)
  for (const id of ['1', 2, null, {}, '\u0000'.repeat(1000), '\ud800'.repeat(1000), 'x'.repeat(2000), 1e308]) {
    expect((await cancel(hosted, id)).status).toBe(202)
  }
  expect((await app.anyone.get('/health')).status).toBe(200)
  asked[0]?.()
  expect((await waiting).body.result.isError).toBeUndefined()
  const logged = await app.ctx.db.select().from(runs).where(eq(runs.employee_id, teammate.id))
  expect(logged.map(({ status }) => status)).toEqual(['completed'])
})

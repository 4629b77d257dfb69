import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { createLog } from '#platform/log.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { AppError } from '../error.ts'
import { route } from '../route.ts'
import { DEFAULT_BODY_LIMIT_BYTES, MAX_BODY_LIMIT_BYTES } from './read-body.ts'

const lines: Record<string, unknown>[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})

const anything = z.looseObject({})
const waiting = Promise.withResolvers<void>()
const probe = {
  name: 'probe',
  routes: [
    route(describeEndpoint('POST /api/probe', { summary: 'A probe', body: anything }), {
      caller: 'anyone',
      serve: async (_ctx, { body }) => body,
    }),
    route(describeEndpoint('POST /api/probe/large', { summary: 'A probe', body: anything }), {
      caller: 'anyone',
      bodyLimitBytes: MAX_BODY_LIMIT_BYTES,
      serve: async (_ctx, { body }) => body,
    }),
    route(describeEndpoint('GET /api/probe/fails', { summary: 'A probe' }), {
      caller: 'anyone',
      serve: async () => {
        throw new Error('the password is hunter2')
      },
    }),
    route(describeEndpoint('GET /api/probe/waits', { summary: 'A probe' }), {
      caller: 'anyone',
      serve: async (_ctx, { http }) => {
        waiting.resolve()
        await sleep(60_000, undefined, { signal: http.signal })
      },
    }),
    route(describeEndpoint('GET /api/probe/by-key/{token}', { summary: 'A probe' }), {
      caller: 'anyone',
      serve: async () => ({}),
    }),
    route(describeEndpoint('GET /api/probe/of/{public_api_key}/{thing_id}', { summary: 'A probe' }), {
      caller: 'anyone',
      serve: async () => ({}),
    }),
    route(describeEndpoint('GET /api/probe/conflict', { summary: 'A probe', errors: { 409: ['PROBED'] } }), {
      caller: 'anyone',
      serve: async (_ctx, { http }) => {
        const code = http.url.includes('promised') ? 'PROBED' : 'ANOTHER'
        throw new AppError('conflict', 'Already probed', { code })
      },
    }),
    route(describeEndpoint('GET /api/probe/unavailable', { summary: 'A probe', errors: { 503: ['NOT_SET_UP'] } }), {
      caller: 'anyone',
      serve: async (_ctx, { http }) => {
        const cause = http.url.includes('failed') ? new Error('The disk is full') : undefined
        throw new AppError('unavailable', 'This search is not set up here', { code: 'NOT_SET_UP', cause })
      },
    }),
    route(describeEndpoint('GET /api/probe/limited', { summary: 'A probe' }), {
      caller: 'anyone',
      limit: { name: `probe-${process.pid}-${Date.now()}`, per_minute: 3 },
      serve: async () => ({}),
    }),
  ],
}

let app: TestApp
beforeAll(async () => {
  const log = createLog({ level: 'info', pretty: false }, destination)
  app = await startTestApp({ features: [probe], log, env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.close())

const lineOf = (id: string) =>
  expect.poll(() => lines.find(({ reqId, msg }) => reqId === id && msg === 'request')).toBeDefined()

test('a request id is taken from the caller when it is sound, made otherwise, and always returned', async () => {
  const idFor = async (given: string) =>
    (await app.anyone.get('/health', { 'x-request-id': given })).headers.get('x-request-id')
  for (const sound of ['abc', 'a-b_c.d:e', '0', 'x'.repeat(128)]) expect(await idFor(sound)).toBe(sound)
  for (const unsound of ['x'.repeat(129), 'a b', 'a"b', '<script>', 'a/b', '']) {
    expect(await idFor(unsound)).toMatch(/^[0-9a-f]{8}-/)
  }
  expect((await app.anyone.get('/nowhere', { 'x-request-id': 'lost' })).headers.get('x-request-id')).toBe('lost')
})

test('a request is logged at info below 400, at warn below 500 and at error from there, without its query', async () => {
  const asked = { '/health?token=s3cret': ['info-1', 200, 30], '/nowhere': ['warn-1', 404, 40] } as const
  for (const [path, [id, status]] of Object.entries(asked)) {
    expect((await app.anyone.get(path, { 'x-request-id': id })).status).toBe(status)
  }
  expect((await app.anyone.get('/api/probe/fails', { 'x-request-id': 'error-1' })).status).toBe(500)
  for (const [id, level, status] of [
    ['info-1', 30, 200],
    ['warn-1', 40, 404],
    ['error-1', 50, 500],
  ]) {
    await lineOf(String(id))
    const line = lines.find(({ reqId, msg }) => reqId === id && msg === 'request')
    expect(line).toMatchObject({ level, status, method: 'GET', path: expect.stringMatching(/^\/[\w/*]+$/) })
  }
  expect(JSON.stringify(lines)).not.toContain('s3cret')
})

test('a token or key that is in a path is not logged, whatever leads there', async () => {
  const token = 's3cret-t0ken'
  const asked = [
    ['GET', `/api/probe/by-key/${token}`, '/api/probe/by-key/:token'],
    ['HEAD', `/api/probe/by-key/${token}`, '/api/probe/by-key/:token'],
    ['POST', `/api/probe/by-key/${token}`, '/api/probe/by-key/*'],
    ['GET', `//api/probe/by-key/${token}`, '//api/probe/by-key/*'],
    ['GET', `/api/probe/by-key//${token}`, '/api/probe/by-key//*'],
    ['GET', `/api/probe/by-key/${token}/x`, '/api/probe/by-key/*/*'],
    ['GET', `/api/probe/of/${token}/7`, '/api/probe/of/:public_api_key/7'],
    ['GET', `/api/probe/of/${token}/7/`, '/api/probe/of/:public_api_key/7'],
  ]
  for (const [index, [method, path, logged]] of asked.entries()) {
    const id = `by-key-${index}`
    await app.anyone.send(path ?? '', { method: method ?? '', headers: { 'x-request-id': id } })
    await lineOf(id)
    expect(lines.find(({ reqId, msg }) => reqId === id && msg === 'request')).toMatchObject({ method, path: logged })
  }
  expect(JSON.stringify(lines)).not.toContain(token)
})

test('an unexpected failure tells its request id and nothing else', async () => {
  const { body } = await app.anyone.get('/api/probe/fails', { 'x-request-id': 'bad-day' })
  expect(body).toEqual({ success: false, error: 'Something went wrong', request_id: 'bad-day' })
})

test('what is not set up is one warning in the log, and what has failed an error', async () => {
  for (const [id, query, levels] of [
    ['absent', '', [40, 30]],
    ['failed', '?failed', [50, 50]],
  ] as const) {
    const { status } = await app.anyone.get(`/api/probe/unavailable${query}`, { 'x-request-id': id })
    expect(status).toBe(503)
    await lineOf(id)
    expect(lines.filter(({ reqId }) => reqId === id).map(({ level }) => level)).toEqual(levels)
  }
})

test('a client that hangs up while it waits is no error in the log', async () => {
  const { port } = new URL(app.base_url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET /api/probe/waits HTTP/1.1\r\nhost: probe\r\nx-request-id: hung-up\r\n\r\n')
  await waiting.promise
  socket.destroy()
  await expect
    .poll(() => lines.filter(({ reqId }) => reqId === 'hung-up'))
    .toMatchObject([{ level: 30, msg: 'the client hung up', method: 'GET', path: '/api/probe/waits' }])
})

test('an address that cannot be decoded is refused as such', async () => {
  const { status, body } = await app.anyone.get('/api/probe/by-key/%E0%A4%A')
  expect([status, body.issues]).toEqual([400, [{ path: 'path', message: 'The address is malformed' }]])
})

test('JSON is read under each name that it has', async () => {
  for (const type of ['application/cloudevents+json; charset=utf-8', 'application/vnd.api+json', 'Application/JSON']) {
    const sent = await app.anyone.send('/api/probe', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': type },
    })
    expect([sent.status, await sent.json()]).toEqual([200, { a: 1 }])
  }
})

test('JSON and form posts are read alike', async () => {
  expect((await app.anyone.post('/api/probe', { a: '1', b: 'ü' })).body).toEqual({ a: '1', b: 'ü' })
  const form = await app.anyone.send('/api/probe', { method: 'POST', body: new URLSearchParams({ a: '1', b: 'ü' }) })
  expect(await form.json()).toEqual({ a: '1', b: 'ü' })
})

test('JSON in another encoding than UTF-8 is refused, and not read with characters replaced', async () => {
  for (const type of [json, `${json}; charset=iso-8859-1`]) {
    const body = Buffer.from('{"name":"Zo\u00eb"}', 'latin1')
    const refused = await app.anyone.send('/api/probe', { method: 'POST', headers: { 'content-type': type }, body })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      success: false,
      code: 'VALIDATION_FAILED',
      error: 'body: The body is not UTF-8, as JSON must be',
    })
  }
})

/** The answer to a request whose body is announced and never sent. */
async function announce(method: string, path: string, length: number, type: string): Promise<string> {
  const socket = connect({ port: Number(new URL(app.base_url).port), host: '127.0.0.1' })
  const headers = `host: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`
  socket.write(`${method} ${path} HTTP/1.1\r\n${headers}`)
  const answer = await new Promise<string>((done) => socket.once('data', (bytes) => done(String(bytes))))
  socket.destroy()
  return answer
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

test('a body beyond what its route takes is refused with 413 before it is sent', async () => {
  for (const type of [json, form]) {
    for (const [path, limit] of [
      ['/api/probe', DEFAULT_BODY_LIMIT_BYTES],
      ['/api/probe/large', MAX_BODY_LIMIT_BYTES],
    ] as const) {
      const answer = await announce('POST', path, limit + 1, type)
      expect(answer).toMatch(/^HTTP\/1.1 413 /)
      expect(answer).toContain('"success":false')
    }
  }
  const unannounced = new ReadableStream({
    pull: (controller) => controller.enqueue(Buffer.from(`{"a":"${'x'.repeat(65_536)}"} `)),
  })
  const init = { method: 'POST', headers: { 'content-type': json }, body: unannounced, duplex: 'half' }
  const refused = app.anyone.send('/api/probe', init as RequestInit).then(
    ({ status }) => status,
    () => 'cut off',
  )
  expect([413, 'cut off']).toContain(await refused)
})

/** After work that kept both ends busy, so that the next request does not take a connection whose time has run out meanwhile. */
const closeIdleConnections = () => sleep(50)

test('a body of several megabytes is accepted by a route that takes it, and by no other', async () => {
  const long = `${'x"\n'.repeat(2_000_000)}é`
  const { status, body } = await app.anyone.post('/api/probe/large', { long, n: [1, { long }] })
  expect(status).toBe(200)
  expect(body).toEqual({ long, n: [1, { long }] })
  await closeIdleConnections()
  const fields = new URLSearchParams({ long, n: '1' })
  const answer = await app.anyone.send('/api/probe/large', { method: 'POST', body: fields })
  expect(await answer.json()).toEqual({ long, n: '1' })
  await closeIdleConnections()
  expect((await app.anyone.post('/api/probe', { long })).status).toBe(413)
})

test('HEAD answers as GET does, without a body', async () => {
  const asked = await app.anyone.send('/api/probe/by-key/7', { method: 'GET' })
  const head = await app.anyone.send('/api/probe/by-key/7', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([asked.status, ''])
  const text = await asked.text()
  expect(text.length).toBeGreaterThan(0)
  expect(head.headers.get('content-length')).toBe(String(text.length))
  expect((await app.anyone.send('/api/probe', { method: 'HEAD' })).status).toBe(404)
})

test('where nothing is, nothing of a body is waited for', async () => {
  const nowhere = [
    ['POST', '/nowhere'],
    ['PUT', '/api/nowhere'],
    ['OPTIONS', '/nowhere'],
    ['OPTIONS', '/api/probe'],
    ['PATCH', '/api/probe'],
    ['DELETE', '/api/probe/fails'],
    ['POST', '/health'],
    ['POST', '/docs'],
    ['POST', '/openapi.json'],
    ['POST', '/'],
    ['POST', '//api/probe'],
    ['PROPFIND', '/api/probe'],
    ['QUERY', '/api/probe'],
  ] as const
  for (const [method, path] of nowhere) {
    for (const type of [json, form, 'text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream', 'x']) {
      expect(await announce(method, path, 1_000_000, type), `${method} ${path} ${type}`).toMatch(/^HTTP\/1.1 404 /)
    }
  }
})

test('past its limit an address is told when to come back, and another address is not', async () => {
  const from = (address: string) => app.anyone.get('/api/probe/limited', { 'x-forwarded-for': address })
  for (let count = 0; count < 3; count++) expect((await from('198.51.100.7')).status).toBe(200)
  const { status, body, headers } = await from('198.51.100.7')
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(body).toMatchObject({ success: false, error: expect.stringContaining('Too many requests') })
  expect((await from('198.51.100.8')).status).toBe(200)
})

test('a refusal that the contract does not promise is a fault in a test', async () => {
  expect((await app.anyone.get('/api/probe/conflict')).status).toBe(500)
  const promised = await app.anyone.get('/api/probe/conflict?promised=yes')
  expect([promised.status, promised.body.code]).toEqual([409, 'PROBED'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { route } from '../route.ts'

const OWN = 'https://shop.example'
const FOREIGN = 'https://evil.example'

let app: TestApp
let calls = 0
beforeAll(async () => {
  const serve = async () => {
    calls++
    return {}
  }
  app = await startTestApp({
    features: [
      {
        name: 'probe',
        routes: [
          route(describeEndpoint('POST /api/probe/widget/{site}', { summary: 'A probe' }), {
            caller: 'anyone',
            cors: {
              allows: (_ctx, origin) => origin === OWN,
              allowsPreflight: async (_ctx, { params }, origin) =>
                (params as { site: string }).site === 'shop' && origin === OWN,
              headers: ['api-key'],
              exposedHeaders: ['x-request-id'],
            },
            serve,
          }),
          route(describeEndpoint('GET /api/probe/widget/{site}', { summary: 'A probe' }), { caller: 'anyone', serve }),
          // Only the key says whose pages may call.
          route(describeEndpoint('GET /api/probe/keyed', { summary: 'A probe' }), {
            caller: 'private_key',
            cors: { allows: (ctx, origin) => origin === `https://${ctx.organization.id}.example` },
            serve,
          }),
          route(describeEndpoint('POST /api/probe/closed', { summary: 'A probe' }), { caller: 'anyone', serve }),
        ],
      },
    ],
  })
})
afterAll(() => app.close())

const preflight = (path: string, origin: string, method = 'POST') =>
  app.anyone.send(path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } })

/** Everything that an answer says to browsers about other sites. */
const corsHeadersOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

test('the preflight of an allowed page is answered, without credentials', async () => {
  const answer = await preflight('/api/probe/widget/shop', OWN)
  expect(answer.status).toBe(204)
  expect(corsHeadersOf(answer)).toEqual({
    'access-control-allow-origin': OWN,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, api-key',
    'access-control-expose-headers': 'x-request-id',
    'access-control-max-age': '600',
  })
  expect(answer.headers.get('vary')).toContain('origin')
})

test('the preflight of any other page, and for any other route or method, says nothing', async () => {
  for (const [path, origin, method] of [
    ['/api/probe/widget/shop', FOREIGN, 'POST'],
    ['/api/probe/widget/shop', 'null', 'POST'],
    ['/api/probe/widget/other', OWN, 'POST'],
    ['/api/probe/widget/shop', OWN, 'GET'],
    ['/api/probe/widget/shop', OWN, 'DELETE'],
    ['/api/probe/closed', OWN, 'POST'],
    ['/health', OWN, 'GET'],
    ['/nowhere', OWN, 'POST'],
  ] as const) {
    const answer = await preflight(path, origin, method)
    expect([403, 404], `${method} ${path} ${origin}`).toContain(answer.status)
    expect(corsHeadersOf(answer)).toEqual({})
  }
})

test('an allowed page reads the answer, and the call of any other is not made', async () => {
  calls = 0
  const call = (path: string, origin?: string) =>
    app.anyone.send(path, { method: 'POST', headers: origin ? { origin } : {} })
  const allowed = await call('/api/probe/widget/shop', OWN)
  expect(allowed.status).toBe(200)
  expect(corsHeadersOf(allowed)).toMatchObject({ 'access-control-allow-origin': OWN })
  expect(allowed.headers.get('vary')).toBe('origin')

  for (const origin of [FOREIGN, 'null', `${OWN}.evil.example`]) {
    const answer = await call('/api/probe/widget/shop', origin)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    expect(corsHeadersOf(answer)).toEqual({})
  }
  expect(calls).toBe(1)
  // A program that is no browser has no origin.
  expect((await call('/api/probe/widget/shop')).status).toBe(200)
  const closed = await call('/api/probe/closed', OWN)
  expect(closed.status).toBe(403)
  expect(corsHeadersOf(closed)).toEqual({})
  expect(closed.headers.get('vary')).toBeNull()
})

test('where the key says whose pages may call, a page may ask and only the right one is answered', async () => {
  const { organization, private_key } = await app.given.organization()
  const own = `https://${organization.id}.example`
  expect((await preflight('/api/probe/keyed', FOREIGN, 'GET')).status).toBe(204)
  const call = (origin: string, key = private_key) =>
    app.anyone.send('/api/probe/keyed', { method: 'GET', headers: { origin, authorization: `Bearer ${key}` } })
  expect(corsHeadersOf(await call(own))).toEqual({ 'access-control-allow-origin': own })
  const foreign = await call(FOREIGN)
  expect([foreign.status, corsHeadersOf(foreign)]).toEqual([403, {}])
  // So that a page can tell its developer what is wrong.
  const wrong = await call(own, 'x')
  expect([wrong.status, corsHeadersOf(wrong)]).toEqual([401, { 'access-control-allow-origin': own }])
})

test('the API document says what pages of other sites may call', async () => {
  const { body } = await app.anyone.get('/openapi.json')
  expect(body.paths['/api/probe/keyed'].get.description).toBe('Pages of other sites may call it.')
  expect(body.paths['/api/probe/closed'].post.description).toBeUndefined()
  expect(body.paths['/api/probe/closed'].post.responses[413].description).toBe('The body is larger than 2 MB')
})

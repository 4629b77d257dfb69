import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { hashSecret, randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { route } from '../route.ts'
import { bearerToken, tokenCaller } from './token-caller.ts'

type Stored = { expires_at: Date | null; last_used_at: Date | null; uses: number }
/** What a feature would have in a table, by the token's hash. */
const stored = new Map<string, Stored>()
type VisitorContext = Context & { visitor: Stored }

let app: TestApp
beforeAll(async () => {
  const visitor = tokenCaller<VisitorContext>({
    read: bearerToken,
    find: async (ctx, hash) => {
      const row = stored.get(hash)
      return row ? { ...row, ctx: extendContext(ctx, { visitor: row }) } : null
    },
    async markUsed(ctx, now) {
      ctx.visitor.last_used_at = now
      ctx.visitor.uses++
    },
  })
  app = await startTestApp({
    features: [
      {
        name: 'probe',
        routes: [
          route(describeEndpoint('POST /api/probe', { summary: 'A probe' }), {
            caller: 'anyone',
            serve: async () => ({}),
          }),
          route(describeEndpoint('GET /api/keyed', { summary: 'A probe' }), {
            caller: 'private_key',
            serve: async () => ({}),
          }),
        ],
      },
    ],
    callers: { anyone: visitor },
    gates: { anyone: { security: null, refusals: { 401: [], 429: [] } } },
    env: { KEY_GUESSES_PER_MINUTE: '5', TRUST_PROXY: '127.0.0.1' },
  })
})
afterAll(() => app.close())

function given(expires_at: Date | null): { token: string; row: Stored } {
  const token = randomToken()
  const row = { expires_at, last_used_at: null, uses: 0 }
  stored.set(hashSecret(token), row)
  return { token, row }
}

const call = (token: string, address = '198.51.100.1') =>
  app.anyone.post('/api/probe', undefined, { authorization: `Bearer ${token}`, 'x-forwarded-for': address })

test('a token is taken until it expires, and then looks like one that never was', async () => {
  const { token } = given(new Date(app.clock.now().getTime() + 60_000))
  expect((await call(token)).status).toBe(200)
  app.clock.advance(60_000)
  const expired = await call(token)
  expect(expired.status).toBe(401)
  expect(await call(randomToken(), '198.51.100.2')).toLookLike(expired)
  expect((await app.anyone.post('/api/probe')).status).toBe(401)
  expect((await call(hashSecret(token), '198.51.100.3')).status).toBe(401)
  expect((await call(given(null).token)).status).toBe(200)
})

test('when a token was last used is written once a minute at most', async () => {
  const { token, row } = given(null)
  for (let count = 0; count < 3; count++) await call(token)
  expect(row.uses).toBe(1)
  app.clock.advance(61_000)
  await call(token)
  expect(row).toMatchObject({ uses: 2, last_used_at: expect.any(Date) })
})

test('an address that tries keys is told to wait, and anyone who has the right one never notices', async () => {
  const { private_key } = await app.given.organization()
  const keyed = (key: string, address = '203.0.113.9') =>
    app.anyone.get('/api/keyed', { 'api-key': key, 'x-forwarded-for': address })
  for (let count = 0; count < 5; count++) expect((await keyed(randomToken())).status).toBe(401)
  const refused = await keyed(randomToken())
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call(randomToken(), '203.0.113.9')).status).toBe(429)
  expect((await keyed(private_key)).status).toBe(200)
  expect((await keyed(randomToken(), '203.0.113.10')).status).toBe(401)
  // Without any key nothing was tried.
  expect((await app.anyone.get('/api/keyed', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401)
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { findOrganizationByPrivateKey } from '#features/organizations/access.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Gate } from '#platform/http/refusals.ts'
import { hmacSignature, secretHeader, signedBy } from '#platform/http/signed-by.ts'
import { route } from '#platform/route.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { Answer } from '#testing/client.ts'
import { readAnswer } from '#testing/routes/walk.ts'

const LIMIT = 10_000
const secrets: Record<string, string> = {
  one: 'the-secret-of-one',
  other: 'the-secret-of-the-other',
}
const targetOf = (params: unknown) => (params as { target: string }).target

/** What was handed to a handler; a refused call leaves nothing here. */
const served: { rawBody: string; body: unknown }[] = []
const hook = (path: `/webhooks/${string}`, caller: 'anyone' | 'private_key') =>
  route(describeEndpoint(`POST ${path}`, { summary: 'A probe', body: z.looseObject({}) }), {
    caller,
    serve: async (_ctx, { body, rawBody }) => {
      served.push({ rawBody: String(rawBody), body })
      return { ok: true }
    },
  })

const bySignature: Gate = {
  security: null,
  proof: 'The request is signed with the secret.',
  bodyLimitBytes: LIMIT,
  refusals: { 401: [] },
}

const versioned = hmacSignature({
  signatureHeader: 'x-probe-signature',
  timestampHeader: 'x-probe-request-timestamp',
  prefix: 'v0=',
  before: (timestamp) => `v0:${timestamp}:`,
})

let app: TestApp
beforeAll(async () => {
  const find = async (ctx: TestApp['ctx'], { params }: { params: unknown }) => {
    const secret = secrets[targetOf(params)]
    return secret ? { secrets: [secret], ctx } : null
  }
  app = await startTestApp({
    features: [
      {
        name: 'probe',
        routes: [hook('/webhooks/versioned/{target}', 'anyone'), hook('/webhooks/plain/{target}', 'private_key')],
      },
    ],
    gates: { anyone: bySignature, private_key: bySignature },
    callers: {
      anyone: signedBy({ scheme: versioned, bodyLimitBytes: LIMIT, find }),
      // The secret is the key of the organization, which becomes the context of the call.
      private_key: signedBy({
        scheme: secretHeader('x-probe-secret-token'),
        bodyLimitBytes: LIMIT,
        find: async (ctx, { params }) => {
          const organization = await findOrganizationByPrivateKey(ctx, targetOf(params))
          return organization && { secrets: [organization.public_api_key], ctx: extendContext(ctx, { organization }) }
        },
      }),
    },
  })
})
afterAll(() => app.close())

const nowSeconds = () => Math.floor(app.clock.now().getTime() / 1000)

async function post(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
  const sent = { 'content-type': 'application/json', ...headers }
  return readAnswer(await app.anyone.send(path, { method: 'POST', headers: sent, body }))
}

function signVersioned(body: string, { secret = secrets.one ?? '', timestamp = String(nowSeconds()) } = {}) {
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return { 'x-probe-signature': `v0=${signature}`, 'x-probe-request-timestamp': timestamp }
}

const ONE = '/webhooks/versioned/one'
const BODY = '{ "text": "ü",  "n": 1.0 }'
const REFUSED = { success: false, error: 'A valid signature is required' }

test('what is signed is served, with its bytes as they were sent', async () => {
  served.length = 0
  expect((await post(ONE, BODY, signVersioned(BODY))).status).toBe(200)
  const form = 'payload=%7B%7D'
  const asForm = { ...signVersioned(form), 'content-type': 'application/x-www-form-urlencoded' }
  expect((await post(ONE, form, asForm)).status).toBe(200)
  expect(served).toEqual([
    { rawBody: BODY, body: { text: 'ü', n: 1 } },
    { rawBody: form, body: { payload: '{}' } },
  ])
})

test('a missing, wrong or altered signature and an unknown target look alike, and nothing is served', async () => {
  served.length = 0
  const signed = signVersioned(BODY)
  const signature = signed['x-probe-signature']
  const refused: [string, string, Record<string, string>][] = [
    [ONE, BODY, {}],
    [ONE, BODY, { 'x-probe-signature': signature }],
    [ONE, BODY, { 'x-probe-request-timestamp': signed['x-probe-request-timestamp'] }],
    [ONE, BODY, { ...signed, 'x-probe-signature': '' }],
    [ONE, BODY, { ...signed, 'x-probe-signature': signature.slice(3) }],
    [ONE, BODY, { ...signed, 'x-probe-signature': signature.toUpperCase() }],
    [ONE, BODY, { ...signed, 'x-probe-signature': `${signature.slice(0, -1)}${signature.endsWith('0') ? 1 : 0}` }],
    [ONE, `${BODY} `, signed],
    [ONE, BODY.replace('1', '2'), signed],
    [ONE, BODY, signVersioned(BODY, { secret: 'x' })],
    [ONE, '{"broken', signed],
    ['/webhooks/versioned/other', BODY, signed],
    ['/webhooks/versioned/nobody', BODY, signed],
    ['/webhooks/versioned/nobody', BODY, signVersioned(BODY, { secret: '' })],
  ]
  for (const [path, body, headers] of refused) {
    expect(await post(path, body, headers), JSON.stringify(headers)).toMatchObject({ status: 401, body: REFUSED })
  }
  expect(served).toEqual([])
})

test('a signature is taken only around its time', async () => {
  const made = signVersioned(BODY)
  expect((await post(ONE, BODY, made)).status).toBe(200)
  app.clock.advance(301_000)
  expect(await post(ONE, BODY, made)).toMatchObject({ status: 401, body: REFUSED })
  for (const timestamp of [nowSeconds() + 400, nowSeconds() - 400, 'NaN', '-1', '1e99', '0x1', '9'.repeat(30)]) {
    const answer = await post(ONE, BODY, signVersioned(BODY, { timestamp: String(timestamp) }))
    expect(answer, String(timestamp)).toMatchObject({ status: 401, body: REFUSED })
  }
})

test('a body beyond the limit is refused before it is judged, for a target and for none alike', async () => {
  const large = JSON.stringify({ text: 'x'.repeat(LIMIT) })
  for (const target of ['one', 'nobody']) {
    expect((await post(`/webhooks/versioned/${target}`, large, signVersioned(large))).status).toBe(413)
  }
  const fits = JSON.stringify({ text: 'x'.repeat(LIMIT - 20) })
  expect((await post(ONE, fits, signVersioned(fits))).status).toBe(200)
})

test('junk under a right signature is refused as junk', async () => {
  for (const junk of ['{"broken', 'null', '[]', '\u0000']) {
    expect(await post(ONE, junk, signVersioned(junk)), junk).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    })
  }
})

test('a secret that is sent as it is names its organization, and is judged before the body is read', async () => {
  const { organization, private_key } = await app.given.organization()
  const path = `/webhooks/plain/${private_key}`
  const secret = { 'x-probe-secret-token': organization.public_api_key }
  expect((await post(path, BODY, secret)).status).toBe(200)
  const large = 'x'.repeat(LIMIT + 1)
  for (const [to, body, headers] of [
    [path, large, {}],
    [path, large, { 'x-probe-secret-token': `${organization.public_api_key}x` }],
    ['/webhooks/plain/nobody', large, secret],
  ] as const) {
    expect(await post(to, body, headers)).toMatchObject({ status: 401, body: REFUSED })
  }
  expect((await post(path, large, secret)).status).toBe(413)
})

test('the API document says how to sign, and how much is read', async () => {
  const { body } = await app.anyone.get('/openapi.json')
  const { description, responses } = body.paths['/webhooks/versioned/{target}'].post
  expect(description).toBe('The request is signed with the secret.')
  expect(responses[413].description).toBe('The body is larger than 10000 bytes')
})

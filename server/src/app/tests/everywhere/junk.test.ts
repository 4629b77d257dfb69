import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, Route } from '#platform/route.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { givenSlackPlatform, SIGNING_SECRET, signedClient } from '#testing/chat-platforms/slack.ts'
import { givenTchatPlatform } from '#testing/chat-platforms/teams.ts'
import { givenMsgrPlatform } from '#testing/chat-platforms/telegram.ts'
import type { Answer, Client } from '#testing/client.ts'
import { watchWrittenRows } from '#testing/database/written-rows.ts'
import { startTeamsDouble, type TeamsDouble } from '#testing/doubles/teams.ts'
import { CODEX_CLIENT_ID, startCodexAuthDouble } from '#testing/doubles/vendors/codex-auth.ts'
import {
  brokenBodies,
  deepBody,
  deepValue,
  fieldsOf,
  sampleOf,
  strangeBodies,
  strangeHeaders,
  strangeParams,
  strangeQueries,
  strangeTypes,
  strangeValues,
} from '#testing/routes/junk.ts'
import { fill, nameOf, parametersOf, readAnswer } from '#testing/routes/walk.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const keyedCallers: Caller[] = ['private_key', 'teammate_key']
const pageCallers: Caller[] = ['visitor', 'known_visitor']

let vendor: Awaited<ReturnType<typeof startCodexAuthDouble>>
let teams: TeamsDouble
let app: TestApp
let caller: (route: Route) => Client
let given: (route: Route) => Record<string, string>
let everythingWritten: () => Promise<string>
let written: string

beforeAll(async () => {
  // The one vendor that a sound call reaches answers: how often it is asked is limited by the minute, and so by speed.
  vendor = await startCodexAuthDouble()
  teams = await startTeamsDouble()
  const plan = {
    WCHAT_SIGNING_SECRET: SIGNING_SECRET,
    VENDOR_6_AUTH_URL: vendor.url,
    VENDOR_6_CLIENT_ID: CODEX_CLIENT_ID,
  }
  const { TCHAT_OPENID_METADATA_URL, TCHAT_ALLOWED_SERVICE_HOSTS } = teams.env
  const keys = { TCHAT_OPENID_METADATA_URL, TCHAT_ALLOWED_SERVICE_HOSTS }
  // Without a worker nothing is written beside what the calls write.
  app = await startTestApp({
    parts: ['web', 'realtime'],
    env: { TRUST_PROXY: '127.0.0.1', STARGATE_WINDOW_SECONDS: '0', MCP_TOKEN_RATE: '1000000', ...plan, ...keys },
  })
  const { organization, owner } = await app.given.organization()
  // The walk rotates the keys of the organization that its people work in.
  const keyed = await app.given.organization()
  const trigger = await recordingTrigger()
  const found = new Map<Route, Record<string, string>>()
  const platforms = new Map<string, Client>()
  platforms.set('wchat_app', signedClient(app))
  for (const route of app.routes) {
    const isKeyed = [...keyedCallers, ...pageCallers].includes(route.caller)
    const place = isKeyed ? keyed.organization : organization
    // Each route has a teammate of its own, because one of them deletes its own.
    const teammate = await app.given.teammate(place)
    if (route.caller === 'msgr_platform') platforms.set(route.caller, await givenMsgrPlatform(app, teammate))
    if (route.caller === 'wchat_platform') platforms.set(route.caller, await givenSlackPlatform(app, teammate))
    if (route.caller === 'tchat_platform') platforms.set(route.caller, await givenTchatPlatform(app, teams, teammate))
    const { id: employee_id } = teammate
    found.set(route, { organization_id: place.id, employee_id, ...(route.caller === 'public_trigger' && trigger) })
  }
  given = (route) => found.get(route) ?? {}
  const [developer, people] = [await app.as(await app.given.user({ is_admin: true })), await app.as(owner)]
  const withKey = app.withKey(keyed.private_key)
  const visitor = await app.given.visitor(keyed.organization)
  const teammate = await app.given.teammate(keyed.organization, { channel: 'Web Chat' })
  const hosted = (await givenHosted(app, keyed.owner, teammate)).client
  caller = (route) => {
    if (['anyone', 'local_developer', 'public_trigger'].includes(route.caller)) return app.anyone
    if (keyedCallers.includes(route.caller)) return withKey
    if (pageCallers.includes(route.caller)) return visitor
    if (route.caller === 'hosted_token') return hosted
    return platforms.get(route.caller) ?? (route.caller === 'developer' ? developer : people)
  }
  everythingWritten = await watchWrittenRows(app)
  written = await everythingWritten()
})
afterAll(async () => {
  await app.close()
  await vendor.close()
  await teams.close()
})

/** A public trigger that only records, because nothing is executed here. */
async function recordingTrigger(): Promise<Record<string, string>> {
  const { client, path, create, organization } = await givenWorkflows(app)
  const { id } = await create()
  await client.post(`${path}/${id}/triggers`, { type: 'public', debounce_seconds: 86_400 })
  return { public_api_key: organization.public_api_key, workflow_id: id }
}

/** Signing out would end the session that the walk walks with. */
const routes = () => app.routes.filter(({ path }) => path !== '/api/auth/logout')
const bodied = () => routes().filter(({ method }) => method !== 'GET')

// Made before any request: it takes seconds in which the thread does nothing else, so that a server would close a connection
// that its client is about to use.
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '\ud800', '1', ''))
const anyValue = fc.oneof(fc.jsonValue(), anyText, fc.constantFrom(...strangeValues))

type Junk = { path?: string; query?: string; body?: string; headers?: Record<string, string> }

let senders = 0

/** Each anonymous call comes from another address: what is counted by address is not what is tried here. */
const addressOf = (route: Route): Record<string, string> =>
  ['anyone', 'public_trigger', ...pageCallers].includes(route.caller)
    ? { 'x-forwarded-for': `2001:db8::${(senders++).toString(16)}` }
    : {}

const someText = expect.stringMatching(/./)
let turn = 0

/**
 * The next few kinds of junk in turn. Every route reads what it is sent by the same code and differs by its schemas: so
 * each meets some of every list, all kinds are met many times, and the whole product, which takes minutes, is not.
 */
function some<Kind>(kinds: readonly Kind[], count: number): Kind[] {
  const first = turn
  turn += count
  return kinds.length > 0 ? Array.from({ length: count }, (_, at) => kinds[(first + at) % kinds.length] as Kind) : []
}

/** Sends junk and holds the answer to what every refusal promises. */
async function send(route: Route, { path, query = '', body, headers = {} }: Junk): Promise<Answer> {
  const label = `${nameOf(route)} ${path ?? ''}${query} ${body?.slice(0, 200) ?? ''}`
  const response = await caller(route).send(`${path ?? fill(route, given(route))}${query}`, {
    method: route.method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...addressOf(route), ...headers },
    ...(body !== undefined && { body }),
  })
  const answer = await readAnswer(response)
  const shown = `${label} → ${JSON.stringify(answer.body)}`
  // What this deployment cannot do is reported by name; anything else from 500 on is a fault of ours.
  if (answer.status === 503) expect(answer.body.code, shown).toMatch(/_UNAVAILABLE$/)
  else expect(answer.status, shown).toBeLessThan(500)
  const now = await everythingWritten()
  if (answer.status >= 400) {
    const refusal =
      answer.body.jsonrpc === '2.0' ? { error: { message: someText } } : { success: false, error: someText }
    expect(answer.body, label).toMatchObject(refusal)
    expect(answer.headers.get('x-request-id'), label).toMatch(/./)
    if (answer.body.code === 'VALIDATION_FAILED') {
      const issue = { path: expect.any(String), message: expect.stringMatching(/./) }
      expect(answer.body.issues?.[0], label).toEqual(issue)
    }
    expect(now, `${label} wrote`).toBe(written)
  }
  written = now
  return answer
}

test('a body that is broken JSON or no object is refused by every route, and nothing is written', async () => {
  for (const route of bodied()) {
    // What takes any text finds nothing broken in it, and what its path names may be missing before a body is read.
    const refusals = route.endpoint.text_body || route.sees ? [400, 404] : [400]
    for (const body of some(brokenBodies, 2))
      expect(refusals, nameOf(route)).toContain((await send(route, { body })).status)
    await send(route, { body: deepBody })
    if (!route.endpoint.body) continue
    for (const body of some(strangeBodies, 2)) {
      const { status } = await send(route, { body })
      const isTaken = route.endpoint.body.safeParse(JSON.parse(body)).success
      // What a route takes by its form it may still refuse, where it says so.
      const refusal = route.endpoint.errors?.[403] ? [403] : []
      expect([...(isTaken ? [200, ...refusal] : []), 400, 404], `${nameOf(route)} ${body.slice(0, 50)}`).toContain(
        status,
      )
    }
  }
})

test('a body of an unknown kind is refused by every route, and nothing is written', async () => {
  for (const route of bodied()) {
    for (const [type, body] of some(Object.entries(strangeTypes), 2))
      await send(route, { body, headers: { 'content-type': type } })
    const form = await send(route, {
      body: 'a=1&__proto__=2&a=3&%00=%ff&toString=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    if (route.endpoint.body) expect([200, 400, 404], nameOf(route)).toContain(form.status)
  }
})

test('junk in one field is refused under that field’s name', async () => {
  for (const route of bodied()) {
    const { body: schema } = route.endpoint
    if (!schema) continue
    const sample = sampleOf(schema)
    const sound = schema.safeParse(sample).success
    for (const field of fieldsOf(schema)) {
      const bodies = [...strangeValues, deepValue].map((value) => JSON.stringify({ ...sample, [field]: value }))
      // What the schema lets in meets the operation, and most of it is sent; what it refuses is answered alike.
      const letIn = Map.groupBy(bodies, (body) => schema.safeParse(JSON.parse(body)).success)
      for (const body of [...some(letIn.get(true) ?? [], 8), ...some(letIn.get(false) ?? [], 1)]) {
        const { body: answer } = await send(route, { body })
        if (!sound || answer?.code !== 'VALIDATION_FAILED') continue
        const named = answer.issues.map(({ path }: { path: string }) => path.split('.')[0])
        expect(named, `${nameOf(route)} ${field}`).toContain(field)
      }
    }
  }
})

test('junk in a path is refused, and nothing is written', async () => {
  for (const route of routes()) {
    for (const name of parametersOf(route)) {
      for (const junk of some(strangeParams, 3)) {
        await send(route, { path: fill(route, { ...given(route), [name]: junk }) })
      }
    }
  }
})

test('junk in a query is refused, and nothing is written', async () => {
  const oddly = (name: string) => [`?${name}=1&${name}=2`, `?${name}[]=1`, `?${name}[x]=1`, `?${name}`]
  for (const route of routes()) {
    for (const name of fieldsOf(route.endpoint.query)) {
      for (const junk of some(strangeQueries, 3)) await send(route, { query: `?${name}=${junk}` })
      for (const query of oddly(name)) await send(route, { query })
    }
    if (route.endpoint.query) for (const query of ['?%', '?=', '?&&&']) await send(route, { query })
  }
})

test('junk in headers is refused or passed over', async () => {
  for (const route of routes()) {
    for (const headers of some(strangeHeaders, 2)) {
      const { headers: answered } = await send(route, { headers })
      expect(answered.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/)
    }
  }
})

test('whatever anybody sends, no route fails and none writes what it refuses', async () => {
  const call = fc.record({
    route: fc.constantFrom(...routes()),
    params: fc.array(fc.oneof(anyText, fc.uuid()), { minLength: 4, maxLength: 4 }),
    keep: fc.boolean(),
    values: fc.array(anyValue, { minLength: 8, maxLength: 8 }),
    more: fc.dictionary(fc.string(), anyValue, { maxKeys: 3 }),
  })
  const property = fc.asyncProperty(call, async ({ route, params, keep, values, more }) => {
    const own = Object.fromEntries(
      parametersOf(route).map((name, index) => [name, encodeURIComponent((params[index] ?? '').toWellFormed())]),
    )
    const query = fieldsOf(route.endpoint.query).map((name, index) => `${name}=${encode(values[index])}`)
    const body = Object.fromEntries(fieldsOf(route.endpoint.body).map((name, index) => [name, values[index]]))
    await send(route, {
      path: fill(route, keep ? { ...own, ...given(route) } : own),
      query: query.length > 0 ? `?${query.join('&')}` : '',
      ...(route.method !== 'GET' && { body: JSON.stringify({ ...more, ...body }) }),
    })
  })
  await fc.assert(property, { seed: 20_261_120, numRuns: 600 })
})

const encode = (value: unknown) => encodeURIComponent(String(JSON.stringify(value)).toWellFormed())

import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, Route } from '#platform/route.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { Answer, Client } from '#testing/client.ts'
import { CODEX_CLIENT_ID, startCodexAuthDouble } from '#testing/doubles/vendors/codex-auth.ts'
import {
  brokenBodies,
  deepBody,
  deepValue,
  fieldsOf,
  sampleOf,
  strangeBodies,
  strangeParams,
  strangeQueries,
  strangeTypes,
  strangeValues,
} from '#testing/junk.ts'
import { fill, nameOf, parametersOf, readAnswer } from '#testing/walk.ts'

const keyedCallers: Caller[] = ['private_key', 'teammate_key']
const pageCallers: Caller[] = ['visitor', 'known_visitor']

let vendor: Awaited<ReturnType<typeof startCodexAuthDouble>>
let app: TestApp
let caller: (route: Route) => Client
let given: (route: Route) => Record<string, string>
let everything: string
let written: string
/** Where the database's log ended when `written` was summed up. */
let logged = ''

beforeAll(async () => {
  // The one vendor that a sound call reaches answers: how often it is asked is limited by the minute, and so by speed.
  vendor = await startCodexAuthDouble()
  const plan = { VENDOR_6_AUTH_URL: vendor.url, VENDOR_6_CLIENT_ID: CODEX_CLIENT_ID }
  // Without a worker nothing is written beside what the calls write.
  app = await startTestApp({ parts: ['web', 'realtime'], env: { TRUST_PROXY: '127.0.0.1', ...plan } })
  const { organization, owner } = await app.given.organization()
  // The walk rotates the keys of the organization that its people work in.
  const keyed = await app.given.organization()
  const found = new Map<Route, Record<string, string>>()
  for (const route of app.routes) {
    const isKeyed = [...keyedCallers, ...pageCallers].includes(route.caller)
    const place = isKeyed ? keyed.organization : organization
    // Each route has a teammate of its own, because one of them deletes its own.
    const { id: employee_id } = await app.given.teammate(place)
    found.set(route, { organization_id: place.id, employee_id })
  }
  given = (route) => found.get(route) ?? {}
  const [developer, people] = [await app.as(await app.given.user({ is_admin: true })), await app.as(owner)]
  const withKey = app.withKey(keyed.private_key)
  const visitor = await app.given.visitor(keyed.organization)
  await app.given.teammate(keyed.organization, { channel: 'Web Chat' })
  caller = (route) => {
    if (route.caller === 'anyone' || route.caller === 'local_developer') return app.anyone
    if (keyedCallers.includes(route.caller)) return withKey
    if (pageCallers.includes(route.caller)) return visitor
    return route.caller === 'developer' ? developer : people
  }
  everything = await sumOfEverything()
  written = await everythingWritten()
})
afterAll(async () => {
  await app.close()
  await vendor.close()
})

/** Signing out would end the session that the walk walks with. */
const routes = () => app.routes.filter(({ path }) => path !== '/api/auth/logout')
const bodied = () => routes().filter(({ method }) => method !== 'GET')

/** A sum over every row of every table but the sessions, which each call may keep alive. */
async function sumOfEverything(): Promise<string> {
  const { rows } = await app.ctx.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'sessions' order by 1`,
  )
  const sums = rows.map(({ name }) => `select count(*), sum(hashtext(t::text)::bigint) from "${name}" t`)
  return sums.join(' union all ')
}

async function everythingWritten(): Promise<string> {
  // Whatever is written is logged first: where nothing was logged, nothing has to be summed up again.
  const end = await app.ctx.db.$client.query({ name: 'end_of_log', text: 'select pg_current_wal_insert_lsn() as lsn' })
  if (end.rows[0].lsn === logged) return written
  logged = end.rows[0].lsn
  const { rows } = await app.ctx.db.$client.query({ name: 'everything_written', text: everything })
  return JSON.stringify(rows)
}

type Junk = { path?: string; query?: string; body?: string; headers?: Record<string, string> }

let senders = 0

/** Each call of a stranger comes from elsewhere: what is counted by address is not what is tried here. */
const addressOf = (route: Route): Record<string, string> =>
  ['anyone', ...pageCallers].includes(route.caller)
    ? { 'x-forwarded-for': `2001:db8::${(senders++).toString(16)}` }
    : {}

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
  // What this deployment cannot do is said by name; anything else from 500 on is a fault of ours.
  if (answer.status === 503) expect(answer.body.code, shown).toMatch(/_UNAVAILABLE$/)
  else expect(answer.status, shown).toBeLessThan(500)
  const now = await everythingWritten()
  if (answer.status >= 400) {
    expect(answer.body, label).toMatchObject({ success: false, error: expect.stringMatching(/./) })
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
    for (const body of brokenBodies) expect((await send(route, { body })).status, nameOf(route)).toBe(400)
    await send(route, { body: deepBody })
    if (!route.endpoint.body) continue
    for (const body of strangeBodies) {
      const { status } = await send(route, { body })
      expect([400, 404], `${nameOf(route)} ${body.slice(0, 50)}`).toContain(status)
    }
  }
})

test('a body of an unknown kind is refused by every route, and nothing is written', async () => {
  for (const route of bodied()) {
    for (const [type, body] of Object.entries(strangeTypes))
      await send(route, { body, headers: { 'content-type': type } })
    const form = await send(route, {
      body: 'a=1&__proto__=2&a=3&%00=%ff&toString=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    if (route.endpoint.body) expect([200, 400, 404], nameOf(route)).toContain(form.status)
  }
})

test('junk in one field is refused under that field’s name', { timeout: 180_000 }, async () => {
  for (const route of bodied()) {
    if (!route.endpoint.body) continue
    const sample = sampleOf(route.endpoint.body)
    const sound = route.endpoint.body.safeParse(sample).success
    for (const field of fieldsOf(route.endpoint.body)) {
      for (const value of [...strangeValues, deepValue]) {
        const { body } = await send(route, { body: JSON.stringify({ ...sample, [field]: value }) })
        if (!sound || body?.code !== 'VALIDATION_FAILED') continue
        const named = body.issues.map(({ path }: { path: string }) => path.split('.')[0])
        expect(named, `${nameOf(route)} ${field}`).toContain(field)
      }
    }
  }
})

test('junk in a path is refused, and nothing is written', { timeout: 180_000 }, async () => {
  for (const route of routes()) {
    for (const name of parametersOf(route)) {
      for (const junk of strangeParams) await send(route, { path: fill(route, { ...given(route), [name]: junk }) })
    }
  }
})

test('junk in a query is refused, and nothing is written', async () => {
  for (const route of routes()) {
    for (const name of fieldsOf(route.endpoint.query)) {
      for (const junk of strangeQueries) await send(route, { query: `?${name}=${junk}` })
      for (const query of [`?${name}=1&${name}=2`, `?${name}[]=1`, `?${name}[x]=1`, `?${name}`, '?%', '?=', '?&&&']) {
        await send(route, { query })
      }
    }
  }
})

test('junk in headers is refused or passed over', async () => {
  const [request, cookie] = ['x'.repeat(500), `sessionId=${'x'.repeat(12_000)}`]
  const junk: Record<string, string>[] = [
    { 'x-request-id': request },
    { 'x-request-id': '../../<script>' },
    { cookie },
    { cookie: 'sessionId=%E0%A4%A; sessionId=2; =; ;;; __proto__=1' },
    { authorization: `Bearer ${'x'.repeat(9000)}` },
    { 'api-key': '\u00ff\u00fe' },
    { origin: 'not an origin' },
    { accept: 'x/;;q=2' },
    { 'x-forwarded-for': 'x, ::1, 999.1.1.1', 'x-forwarded-proto': 'gopher', 'x-forwarded-host': '"' },
    { 'if-none-match': '"', range: 'bytes=9-1', 'accept-encoding': 'x;q=9' },
  ]
  for (const route of routes()) {
    for (const headers of junk) {
      const { headers: answered } = await send(route, { headers })
      expect(answered.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/)
    }
  }
})

test('whatever anybody sends, no route fails and none writes what it refuses', { timeout: 180_000 }, async () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '\ud800', '1', ''))
  const value = fc.oneof(fc.jsonValue(), text, fc.constantFrom(...strangeValues))
  const call = fc.record({
    route: fc.constantFrom(...routes()),
    params: fc.array(fc.oneof(text, fc.uuid()), { minLength: 4, maxLength: 4 }),
    keep: fc.boolean(),
    values: fc.array(value, { minLength: 8, maxLength: 8 }),
    more: fc.dictionary(fc.string(), value, { maxKeys: 3 }),
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

/** The whole answer to bytes that no HTTP client would send. */
async function raw(bytes: string): Promise<string> {
  const { port } = new URL(app.base_url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.end(bytes)
  return text(socket)
}

test('what is no HTTP at all is refused with the envelope, and the server goes on', async () => {
  const host = 'Host: 127.0.0.1\r\n'
  const post = `POST /api/auth/dev/login HTTP/1.1\r\n${host}content-type: application/json\r\n`
  const unreadable: Record<string, number> = {
    'hello\r\n\r\n': 400,
    [`GET /health HTTP/9.9\r\n${host}\r\n`]: 400,
    [`GET /health HTTP/1.1\r\n${host}cookie: ${'x'.repeat(20_000)}\r\n\r\n`]: 431,
    [`GET /health HTTP/1.1\r\n${host}x-junk: a\u0000b\r\n\r\n`]: 400,
    [`${post}content-length: -1\r\n\r\n{}`]: 400,
    [`${post}content-length: 1, 2\r\n\r\n{}`]: 400,
    [`${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`]: 400,
    [`${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`]: 400,
  }
  for (const [bytes, status] of Object.entries(unreadable)) {
    const answer = await raw(bytes)
    expect(answer, bytes.slice(0, 200)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      success: false,
      error: expect.stringMatching(/./),
      ...(/VALIDATION_FAILED/.test(answer) && { code: 'VALIDATION_FAILED', issues: expect.any(Array) }),
    })
    expect(answer).toMatch(/x-request-id: ./)
  }
  expect((await app.anyone.get('/health')).status).toBe(200)
})

import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#contracts/sign-in.ts'
import type { UserRow } from '#features/users/table.ts'
import { startTestApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'

// Sign-in routes are limited by address, and each test has one of its own; developers sign in from this machine alone.
const app = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
let address = 0
beforeEach(() => {
  address++
})
const headers = () => ({ 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${address}` })

const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const REDIRECT = 'http://127.0.0.1:5055/signed-in?app=1'
const ASKED = { redirect_uri: REDIRECT, code_challenge: CHALLENGE, state: 's&1', device_name: 'Olga’s laptop' }

async function browser(user: UserRow) {
  const response = await app.anyone.send('/api/auth/dev/login', {
    method: 'POST',
    body: JSON.stringify({ user_id: user.id }),
    headers: { 'content-type': 'application/json' },
  })
  return createClient(app.base_url, { cookie: cookieOf(response) })
}
type Browser = Pick<ReturnType<typeof createClient>, 'send'>

const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

/** Where the browser is sent to. */
async function visit(client: Browser, path: string): Promise<URL> {
  const response = await client.send(path, { redirect: 'manual', headers: { 'x-forwarded-for': `192.0.2.${address}` } })
  expect(response.status).toBe(302)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return new URL(response.headers.get('location') ?? '', app.base_url)
}
const authorize = (client: Browser, query: Record<string, string>) =>
  visit(client, `/api/desktop-auth/authorize?${new URLSearchParams(query)}`)

/** Agrees on the page to which the browser was sent, as its button does. */
function agree(client: Browser, page: URL): Promise<URL> {
  const back = new URL(page.searchParams.get('return_to') ?? '', app.base_url)
  back.searchParams.set('consent_token', page.searchParams.get('consent_token') ?? '')
  return visit(client, back.pathname + back.search)
}

const signIn = (code: string, code_verifier = VERIFIER) =>
  app.anyone.send('/api/desktop-auth/token', {
    method: 'POST',
    body: JSON.stringify({ code, code_verifier }),
    headers: headers(),
  })

test('a desktop app that a person lets in has a session of its own, which is listed and ended like any other', async () => {
  const user = await app.given.user()
  const laptop = await browser(user)
  const page = await authorize(laptop, ASKED)
  expect(page.pathname).toBe('/desktop-auth/authorize')
  expect(page.searchParams.get('device_name')).toBe('Olga’s laptop')
  const sent = await agree(laptop, page)
  expect(sent.origin + sent.pathname).toBe('http://127.0.0.1:5055/signed-in')
  expect([sent.searchParams.get('app'), sent.searchParams.get('state')]).toEqual(['1', 's&1'])

  const response = await signIn(sent.searchParams.get('code') ?? '')
  expect(await response.json()).toEqual({ success: true, user_id: user.id })
  const device = createClient(app.base_url, { cookie: cookieOf(response) })
  expect((await device.get('/api/auth/status')).body).toEqual({ authenticated: true, user_id: user.id })
  const sessions: Session[] = (await laptop.get('/api/auth/sessions')).body
  expect(sessions.map(({ device_name }) => device_name).toSorted()).toEqual(['Olga’s laptop', null])
  const listed = sessions.find(({ device_name }) => device_name !== null)
  expect((await laptop.delete(`/api/auth/sessions/${listed?.id}`)).status).toBe(200)
  expect((await device.get('/api/auth/status')).body.authenticated).toBe(false)
})

test('a code works once and within a minute, for the app that asked for it alone', async () => {
  const laptop = await browser(await app.given.user())
  const codeFrom = async () => (await agree(laptop, await authorize(laptop, ASKED))).searchParams.get('code') ?? ''
  const code = await codeFrom()
  const both = await Promise.all([signIn(code), signIn(code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const stolen = await codeFrom()
  expect((await signIn(stolen, 'w'.repeat(43))).status).toBe(401)
  expect((await signIn(stolen)).status).toBe(401)
  const late = await codeFrom()
  app.clock.advance(61_000)
  expect((await signIn(late)).status).toBe(401)
})

test('a consent is one person’s, for one request, once; anything else is asked for again', async () => {
  const [laptop, other] = [await browser(await app.given.user()), await browser(await app.given.user())]
  const page = await authorize(laptop, ASKED)
  const consent_token = page.searchParams.get('consent_token') ?? ''
  const isAskedAgain = async (client: Browser, query: Record<string, string>) => {
    const { pathname, searchParams } = await authorize(client, query)
    expect([pathname, searchParams.has('code')]).toEqual(['/desktop-auth/authorize', false])
  }
  await isAskedAgain(other, { ...ASKED, consent_token })
  await isAskedAgain(laptop, { ...ASKED, redirect_uri: 'http://127.0.0.1:6666/', consent_token })
  await isAskedAgain(laptop, { ...ASKED, code_challenge: 'A'.repeat(43), consent_token })
  await isAskedAgain(laptop, { ...ASKED, consent_token: `9999999999999.${consent_token.split('.')[1]}` })
  const twice = await Promise.all([agree(laptop, page), agree(laptop, page)])
  expect(twice.filter(({ searchParams }) => searchParams.has('code'))).toHaveLength(1)
  app.clock.advance(600_001)
  await isAskedAgain(laptop, { ...ASKED, consent_token })
})

test('without a session the page leads to the sign-in, and a session that ends takes its unused codes with it', async () => {
  const page = await authorize(app.anyone, ASKED)
  expect([page.pathname, page.searchParams.has('consent_token')]).toEqual(['/desktop-auth/authorize', false])
  const laptop = await browser(await app.given.user())
  const sent = await agree(laptop, await authorize(laptop, ASKED))
  await laptop.post('/api/auth/logout', {})
  expect((await signIn(sent.searchParams.get('code') ?? '')).status).toBe(401)
})

test.for([
  { redirect_uri: 'https://evil.example/' },
  { redirect_uri: 'http://127.0.0.1.evil.example:80/' },
  { redirect_uri: 'http://localhost@evil.example:99/' },
  { redirect_uri: 'http://me:pw@127.0.0.1:5055/' },
  { redirect_uri: 'http://127.0.0.1:5055/?code=1' },
  { redirect_uri: 'javascript:alert(1)' },
  { redirect_uri: '' },
  { code_challenge: 'plain' },
  { code_challenge: '' },
  { state: 'x'.repeat(501) },
])('what is no request of an app on this computer leads nowhere: %o', async (wrong) => {
  const laptop = await browser(await app.given.user())
  const page = await authorize(laptop, { ...ASKED, ...wrong })
  expect(page.href).toBe(`${app.base_url}/desktop-auth/authorize`)
})

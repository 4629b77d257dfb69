import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findSocketSession } from '#features/users/find-session.ts'
import { sessions, type UserRow } from '#features/users/table.ts'
import { loadConfig } from '#platform/config.ts'
import { clearSessionCookie, setSessionCookie } from '#platform/http/session-cookie.ts'
import { startTestApp, testApp } from '#testing/app.ts'

const app = await testApp()
const DAY = 86_400_000

const signIn = (user: UserRow, state?: string) =>
  app.anyone.post('/api/auth/dev/login', { user_id: user.id, ...(state !== undefined && { state }) })

const sessionOf = async ({ id }: UserRow) => {
  const [row] = await app.ctx.db.select().from(sessions).where(eq(sessions.user_id, id))
  return row
}

test('the session cookie is lax, for the server’s eyes only, and lives as long as COOKIE_TTL says', async () => {
  const { headers, body } = await signIn(await app.given.user())
  expect(body).toEqual({ success: true, redirect_url: '/' })
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^sessionId=[\w-]{40,}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('in production the cookie is secure, and domain and name are as they are set', () => {
  const config = loadConfig({
    NODE_ENV: 'production',
    ENCRYPTION_KEY: 'ab'.repeat(32),
    SESSION_SECRET: 'cd'.repeat(32),
    BASE_URL: 'https://x.example',
    SESSION_COOKIE_NAME: 'mine',
    COOKIE_DOMAIN: 'x.example',
    COOKIE_TTL: '1h',
  })
  const [set, clear] = [setSessionCookie(config, 'v')['set-cookie'], clearSessionCookie(config)['set-cookie']]
  expect(set?.split('; ').toSorted()).toEqual(
    ['mine=v', 'Max-Age=3600', 'Domain=x.example', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'].toSorted(),
  )
  expect(clear).toMatch(/^mine=; .*Domain=x\.example; .*Expires=Thu, 01 Jan 1970/)
})

test('the session record lives 24 hours from its last use, the websocket token as long as the cookie', async () => {
  const user = await app.given.user()
  await signIn(user)
  const row = await sessionOf(user)
  const now = app.ctx.now().getTime()
  expect(Math.abs((row?.expires_at.getTime() ?? 0) - now - DAY)).toBeLessThan(60_000)
  expect(Math.abs((row?.ws_expires_at.getTime() ?? 0) - now - 7 * DAY)).toBeLessThan(60_000)
})

test('a session that is used stays alive; one that is not has ended after a day', async () => {
  const own = await startTestApp({ parts: ['web'] })
  const [user, other] = [await own.given.user(), await own.given.user()]
  const [client, idle] = [await own.as(user), await own.as(other)]
  const status = async (by: typeof client) => (await by.get('/api/auth/status')).body
  for (let day = 0; day < 3; day++) {
    own.clock.advance(DAY - 60_000)
    expect(await status(client)).toEqual({ authenticated: true, user_id: user.id })
  }
  expect(await status(idle)).toEqual({ authenticated: false, user_id: null })
  expect((await idle.post('/api/auth/logout')).status).toBe(401)
  await own.close()
})

test('the table of sessions signs nobody in: it holds no value of a cookie', async () => {
  const user = await app.given.user()
  const { headers } = await signIn(user)
  const value = /sessionId=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  const row = await sessionOf(user)
  expect(JSON.stringify(row)).not.toContain(value)
  const { body } = await app.anyone.get('/api/auth/status', { cookie: `sessionId=${row?.id}` })
  expect(body.authenticated).toBe(false)
})

test('signing out ends the session and its websocket token, clears the cookie, and leaves other sessions alone', async () => {
  const user = await app.given.user()
  const [client, elsewhere] = [await app.as(user), await app.as(user)]
  const { wsToken } = (await client.get('/api/init/whoami')).body
  expect((await findSocketSession(app.ctx, wsToken))?.user.id).toBe(user.id)

  const { status, body, headers } = await client.post('/api/auth/logout')
  expect([status, body]).toEqual([200, { success: true }])
  expect(headers.get('set-cookie')).toMatch(/^sessionId=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly/)
  expect((await client.get('/api/auth/status')).body).toEqual({ authenticated: false, user_id: null })
  expect(await findSocketSession(app.ctx, wsToken)).toBeNull()
  expect((await client.post('/api/auth/logout')).status).toBe(401)
  expect((await elsewhere.get('/api/auth/status')).body.authenticated).toBe(true)
})

test('what a foreign page sends with the session’s cookie is refused, and the session continues', async () => {
  const client = await app.as(await app.given.user())
  for (const origin of ['https://evil.example', 'null']) {
    const { status, body } = await client.post('/api/auth/logout', {}, { origin })
    expect([status, body.success]).toEqual([403, false])
  }
  expect((await client.get('/api/auth/status', { origin: 'https://evil.example' })).body.authenticated).toBe(true)
  expect((await client.post('/api/auth/logout', {}, { origin: app.base_url })).status).toBe(200)
})

test('signing in leads to the return path of the state, and to the start when that leads away', async () => {
  const user = await app.given.user()
  const led = async (state: string) => (await signIn(user, state)).body.redirect_url
  expect(await led('{"returnPath":"/staff?tab=ai#top"}')).toBe('/staff?tab=ai#top')
  for (const state of ['', '{', 'null', '[]', '"/x"', '{"returnPath":"//evil.example"}', '{"returnPath":1}']) {
    expect(await led(state), state).toBe('/')
  }
})

test('nobody is signed in as a user who does not exist', async () => {
  const missing = await app.anyone.post('/api/auth/dev/login', { user_id: '01890000-0000-7000-8000-000000000000' })
  expect(missing.status).toBe(404)
  expect(missing.headers.get('set-cookie')).toBeNull()
})

test('a new sign-in in the same browser ends the session that it had, and no other', async () => {
  const [user, next] = [await app.given.user(), await app.given.user()]
  const { cookie } = await app.given.session(user)
  const elsewhere = await app.as(user)
  const sent = { cookie: `sessionId=${cookie}` }
  const { wsToken } = (await app.anyone.get('/api/init/whoami', sent)).body
  const { status, headers } = await app.anyone.post('/api/auth/dev/login', { user_id: next.id }, sent)
  expect(status).toBe(200)
  expect((await app.anyone.get('/api/auth/status', sent)).body.authenticated).toBe(false)
  expect(await findSocketSession(app.ctx, wsToken)).toBeNull()
  expect((await elsewhere.get('/api/auth/status')).body.authenticated).toBe(true)
  const own = { cookie: headers.get('set-cookie')?.split(';', 1)[0] ?? '' }
  expect((await app.anyone.get('/api/auth/status', own)).body).toEqual({ authenticated: true, user_id: next.id })
})

test('a websocket token stays the same for its session, expires with it, and is nowhere in the database', async () => {
  const user = await app.given.user()
  const client = await app.as(user)
  const { wsToken } = (await client.get('/api/init/whoami')).body
  expect((await client.get('/api/init/whoami')).body.wsToken).toBe(wsToken)
  const proof = wsToken.split('.')[1]
  expect(JSON.stringify(await sessionOf(user))).not.toContain(proof)
  for (const forged of [
    `${wsToken}x`,
    proof,
    wsToken.slice(0, -1),
    wsToken.replace(/^./, 'g'),
    `${wsToken.slice(0, 64)}.`,
  ]) {
    expect(await findSocketSession(app.ctx, forged), forged).toBeNull()
  }
  const row = await sessionOf(user)
  await app.ctx.db
    .update(sessions)
    .set({ ws_expires_at: new Date(app.clock.now().getTime() - 1) })
    .where(eq(sessions.id, row?.id ?? ''))
  expect(await findSocketSession(app.ctx, wsToken)).toBeNull()
})

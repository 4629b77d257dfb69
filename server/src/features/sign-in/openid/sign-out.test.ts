import { expect, test } from 'vitest'
import { sessionIdTokens } from '#features/users/table.ts'
import { APP_URL, openSignIn } from '#testing/sign-in/sign-in.ts'

const { app, provider, person, signIn, browser, whoAmI } = await openSignIn()

test('who came through the auth server is told where to sign out there, and the provider takes it', async () => {
  const { sub } = person()
  const { browser } = await signIn(sub)
  const { status, body } = await browser.client().post('/api/auth/logout')
  expect(status).toBe(200)
  const address = new URL(body.logout_url)
  expect(address.origin).toBe(provider.issuer)
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${APP_URL}/login`)
  expect(address.searchParams.get('client_id')).toBe(provider.client_id)
  expect(address.searchParams.get('id_token_hint')).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
  expect((await fetch(address)).status).toBe(200)
  expect((await whoAmI(browser)).user).toBeNull()
})

test('who came by another way, or is gone already, is not sent to the auth server', async () => {
  const { body } = await (await app.as(await app.given.user())).post('/api/auth/logout')
  expect(body).toEqual({ success: true })
  expect((await browser().client().post('/api/auth/logout')).status).toBe(401)
})

test('who signs out is signed out also while the auth server is down', async () => {
  const { browser: known } = await signIn(person().sub)
  const { browser: unknown } = await signIn(person().sub)
  await provider.goAway()
  // What is known of it need not be asked.
  expect((await known.client().post('/api/auth/logout')).body.logout_url).toContain(provider.issuer)
  app.clock.advance(3_600_000)
  expect((await unknown.client().post('/api/auth/logout')).body).toEqual({ success: true })
  expect((await whoAmI(unknown)).user).toBeNull()
  await provider.comeBack()
})

test('what signs people out there is sealed where it is kept, and goes with its session', async () => {
  const before = await app.ctx.db.$count(sessionIdTokens)
  const { browser } = await signIn(person().sub)
  const kept = await app.ctx.db.select().from(sessionIdTokens)
  expect(kept).toHaveLength(before + 1)
  for (const { id_token_sealed } of kept) expect(id_token_sealed).toMatch(/^v1\./)
  await browser.client().post('/api/auth/logout')
  expect(await app.ctx.db.$count(sessionIdTokens)).toBe(before)
})

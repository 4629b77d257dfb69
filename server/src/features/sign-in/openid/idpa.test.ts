import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idpaIdentities } from '#features/sign-in/table.ts'
import { users } from '#features/users/table.ts'
import { startTestApp } from '#testing/app.ts'
import type { TestBrowser } from '#testing/doubles/openid/browser.ts'
import { APP_URL, FAILED, invite, openSignIn } from '#testing/sign-in/sign-in.ts'

const { app, provider, person, browser, signIn: signInThroughAuthServer, whoAmI } = await openSignIn()

async function start(one: TestBrowser, state?: object, query = ''): Promise<string> {
  const asked = state ? `?state=${encodeURIComponent(JSON.stringify(state))}${query}` : ''
  const { status, body } = await one.get(`/api/auth/idpa${asked}`)
  expect(status).toBe(200)
  return body.auth_url
}

const finish = (one: TestBrowser, arrived: URL) => one.get(`/api/auth/idpa/callback${arrived.search}`)

async function signIn(as: string, state?: object, one = browser()) {
  const arrived = await one.pass(await start(one, state), { as })
  return { browser: one, arrived, answer: await finish(one, arrived) }
}

test('the address carries the state as JSON text, with a part that nobody can guess', async () => {
  const address = new URL(await start(browser(), { inviteCode: 'a b', returnPath: '/x' }, '&select_account=true'))
  expect(address.origin).toBe(provider.issuer)
  expect(address.searchParams.get('redirect_uri')).toBe(`${APP_URL}/login/idpa`)
  expect(address.searchParams.get('prompt')).toBe('select_account')
  expect(address.searchParams.get('code_challenge_method')).toBe('S256')
  const state = JSON.parse(address.searchParams.get('state') ?? '')
  expect(state).toEqual({ inviteCode: 'a b', returnPath: '/x', attempt: expect.stringMatching(/^[\w-]{43}$/) })
})

test('someone new signs in, has a profile there, and continues to where they wanted the next time', async () => {
  const { sub, email } = person({ name: 'Gail', picture: 'https://pictures.test/gail.png' })
  const first = await signIn(sub, { returnPath: '/storage' })
  expect(first.answer).toMatchObject({ status: 200, body: { success: true, redirect_url: '/' } })
  expect((await whoAmI(first.browser)).user).toMatchObject({ email, name: 'Gail' })
  const profile = await first.browser.get('/api/auth/idpa/profile')
  expect(profile.body).toEqual({ id: sub, email, name: 'Gail', picture: 'https://pictures.test/gail.png' })
  const second = await signIn(sub, { returnPath: '/storage' })
  expect(second.answer.body).toEqual({ success: true, redirect_url: '/storage' })
  expect((await second.browser.client().post('/api/auth/logout')).body).toEqual({ success: true })
})

test('an invite that travels in the state is accepted, and one that cannot be is explained', async () => {
  const { owner, organization } = await app.given.organization()
  const inviteCode = await invite(app, organization, owner)
  const { answer, browser } = await signIn(person().sub, { inviteCode })
  expect(answer.body).toEqual({ success: true, redirect_url: '/' })
  expect((await whoAmI(browser)).current_organization_id).toBe(organization.id)
  const { answer: failed } = await signIn(person().sub, { inviteCode: 'unknown' })
  expect(failed.body).toMatchObject({ success: false, message: expect.any(String), redirect_url: '/invite/unknown' })
})

test('a state that was changed on the way, sent twice or from another browser signs nobody in', async () => {
  const { sub } = person()
  const one = browser()
  const arrived = await one.pass(await start(one, { returnPath: '/x' }), { as: sub })
  const changed = new URL(arrived)
  const state = JSON.parse(arrived.searchParams.get('state') ?? '')
  changed.searchParams.set('state', JSON.stringify({ ...state, inviteCode: 'of-an-attacker' }))
  expect((await finish(one, changed)).body).toEqual(FAILED)
  expect((await finish(browser(), arrived)).body).toEqual(FAILED)
  expect((await finish(one, arrived)).body.success).toBe(true)
  expect((await finish(one, arrived)).body).toEqual(FAILED)
})

test('a verified address opens the account that has it, an unverified one does not', async () => {
  const user = await app.given.user()
  const { browser } = await signIn(provider.account({ email: user.email.toUpperCase(), email_verified: true }))
  expect((await whoAmI(browser)).user.id).toBe(user.id)

  const other = await app.given.user()
  const { answer } = await signIn(provider.account({ email: other.email, email_verified: false }))
  expect(answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
})

test('who signed in here before is the same person through the auth server, by their verified address', async () => {
  const { sub, email } = person()
  const { user } = await whoAmI((await signIn(sub)).browser)
  const through = await signInThroughAuthServer(provider.account({ email, email_verified: true }))
  expect((await whoAmI(through.browser)).user.id).toBe(user.id)
})

test('a user without a name and picture of their own is shown with those of the linked account', async () => {
  const { sub } = person({ name: ' Linked ', picture: 'https://pictures.test/linked.png' })
  const { browser } = await signIn(sub)
  const { user } = await whoAmI(browser)
  await app.ctx.db.update(users).set({ name: '  ', picture: null }).where(eq(users.id, user.id))
  expect((await whoAmI(browser)).user).toMatchObject({ name: 'Linked', picture: 'https://pictures.test/linked.png' })
  await app.ctx.db.update(users).set({ name: ' Own ' }).where(eq(users.id, user.id))
  expect((await whoAmI(browser)).user).toMatchObject({ name: 'Own', picture: 'https://pictures.test/linked.png' })
  await app.ctx.db.delete(idpaIdentities).where(eq(idpaIdentities.user_id, user.id))
  expect((await whoAmI(browser)).user).toMatchObject({ name: 'Own', picture: null })
})

test('nobody has a profile there who is not signed in, or signs in otherwise', async () => {
  expect((await browser().get('/api/auth/idpa/profile')).status).toBe(401)
  expect((await (await app.as(await app.given.user())).get('/api/auth/idpa/profile')).status).toBe(404)
})

test('a provider that cannot be reached says so', async () => {
  provider.be('failing')
  app.clock.advance(3_600_000)
  const answer = await browser().get('/api/auth/idpa')
  expect(answer).toMatchObject({ status: 503, body: { success: false, error: expect.stringContaining('Google') } })
  provider.be('well')
})

test('a deployment that has not set it up has no such way in', async () => {
  const plain = await startTestApp({ parts: ['web'] })
  for (const path of ['/api/auth/idpa', '/api/auth/idpa/callback?code=x&state=y', '/api/auth/auth-server/callback']) {
    expect((await plain.anyone.get(path)).status).toBe(404)
  }
  await plain.close()
})

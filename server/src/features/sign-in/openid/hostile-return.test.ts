import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { authIdentities } from '#features/sign-in/table.ts'
import { sessions, users } from '#features/users/table.ts'
import { createBrowser } from '#testing/doubles/openid/browser.ts'
import type { Forgery } from '#testing/doubles/openid/provider.ts'
import { FAILED, invite, openSignIn } from '#testing/sign-in/sign-in.ts'
import { sweepExpiredAttempts } from './attempts.ts'
import { signInAttempts } from './table.ts'

const { app, provider, person, start, finish, browser, signIn, whoAmI } = await openSignIn()

const count = async () => {
  const tables = [users, sessions, authIdentities]
  return Promise.all(tables.map((table) => app.ctx.db.$count(table)))
}

/** Does what a hostile or unlucky browser does, which must end on the sign-in page with nothing written. */
async function expectNothing(does: () => Promise<{ status: number; body: unknown; headers: Headers }>): Promise<void> {
  const before = await count()
  const answer = await does()
  expect(answer).toMatchObject({ status: 200, body: FAILED })
  expect(answer.body).toEqual(FAILED)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await count()).toEqual(before)
}

test.each([
  ['nothing', ''],
  ['no state', '?code=x'],
  ['a forged state', '?code=x&state=forged'],
  ['an empty state', '?code=x&state='],
  ['state twice', '?code=x&state=a&state=b'],
  ['junk', `?code=${'x'.repeat(5000)}&state=%00%ff&iss=javascript:1`],
  ['a state that is an object', '?code=x&state[a]=b'],
])('a return with %s is nobody', async (_, query) => {
  const one = browser()
  await start(one)
  await expectNothing(() => one.get(`/api/auth/auth-server/callback${query}`))
})

test('a return without a cookie of the browser that left is nobody, and takes nothing from who left', async () => {
  const { sub } = person()
  const one = browser()
  const arrived = await one.pass(await start(one), { as: sub })
  await expectNothing(() => finish(browser(), arrived))
  const other = browser()
  await start(other)
  await expectNothing(() => finish(other, arrived))
  expect((await finish(one, arrived)).body.success).toBe(true)
})

test('a return counts once, also when it comes eight times at once', async () => {
  const { sub } = person()
  const one = browser()
  const arrived = await one.pass(await start(one), { as: sub })
  const before = await app.ctx.db.$count(sessions)
  const answers = await Promise.all(Array.from({ length: 8 }, () => finish(one, arrived)))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  expect(await app.ctx.db.$count(sessions)).toBe(before + 1)
  await expectNothing(() => finish(one, arrived))
})

test('a new person who comes in eight browsers at once is made once', async () => {
  const { sub, email } = person()
  const browsers = Array.from({ length: 8 }, () => browser())
  const arrivals = await Promise.all(
    browsers.map(async (one) => ({ one, arrived: await one.pass(await start(one), { as: sub }) })),
  )
  const answers = await Promise.all(arrivals.map(({ one, arrived }) => finish(one, arrived)))
  expect(answers.map(({ body }) => body.success)).toEqual(browsers.map(() => true))
  expect(await app.ctx.db.$count(users, eq(sql`lower(${users.email})`, email))).toBe(1)
})

test('a return after ten minutes is too late, and what was never taken is swept away', async () => {
  const { sub } = person()
  const one = browser()
  const arrived = await one.pass(await start(one), { as: sub })
  await app.ctx.db.update(signInAttempts).set({ expires_at: new Date(app.ctx.now().getTime() - 1000) })
  await expectNothing(() => finish(one, arrived))
  await start(one)
  await sweepExpiredAttempts(app.ctx)
  expect(await app.ctx.db.$count(signInAttempts)).toBe(1)
})

test('the page of another door finishes nothing', async () => {
  const { sub } = person()
  const one = browser()
  const arrived = await one.pass(await start(one), { as: sub })
  await expectNothing(() => one.get(`/api/auth/idpa/callback${arrived.search}`))
  expect((await finish(one, arrived)).body.success).toBe(true)
})

test('who refuses at the provider is back at the sign-in page', async () => {
  const { sub } = person()
  const one = browser()
  const arrived = await one.pass(await start(one), { as: sub, cancels: true })
  expect(arrived.searchParams.get('error')).toBe('access_denied')
  await expectNothing(() => finish(one, arrived))
})

test('the code of another sign-in counts for nobody else', async () => {
  const [one, other] = [browser(), browser()]
  const mine = await one.pass(await start(one), { as: person().sub })
  const theirs = await other.pass(await start(other), { as: person().sub })
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
  await expectNothing(() => finish(one, mine))
})

test('a return that names another issuer is refused', async () => {
  const one = browser()
  const arrived = await one.pass(await start(one), { as: person().sub })
  arrived.searchParams.set('iss', 'https://evil.example')
  await expectNothing(() => finish(one, arrived))
})

test.each<[string, Forgery]>([
  ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
  ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
  ['another audience', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
  ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
  ['an end that has passed', { claims: (claims) => ({ ...claims, exp: 1_000_000_000 }) }],
  ['the signature of another key', { is_signed_by_another: true }],
])('an ID token with %s is refused', async (_, forgery) => {
  const one = browser()
  const arrived = await one.pass(await start(one), { as: person().sub })
  provider.forge(forgery)
  await expectNothing(() => finish(one, arrived))
  provider.forge(null)
})

test('an ID token that is merely written again is accepted, so that those above were refused for what is wrong in them', async () => {
  const one = browser()
  const arrived = await one.pass(await start(one), { as: person().sub })
  provider.forge({})
  expect((await finish(one, arrived)).body.success).toBe(true)
  provider.forge(null)
})

test.each(['failing', 'garbage', 'endless', 'silent'] as const)(
  'a provider that is %s signs nobody in',
  async (mood) => {
    const one = browser()
    const arrived = await one.pass(await start(one), { as: person().sub })
    provider.be(mood)
    await expectNothing(() => finish(one, arrived))
    const address = await start(one)
    expect(address).toBe('/login?error=auth_server_callback')
    provider.be('well')
    expect((await signIn(person().sub)).answer.body.success).toBe(true)
  },
)

test('a provider that is down is found again when it is back, and signs people in by keys that it changed meanwhile', async () => {
  const { sub } = person()
  await signIn(sub)
  const one = browser()
  const arrived = await one.pass(await start(one), { as: sub })
  await provider.goAway()
  await expectNothing(() => finish(one, arrived))
  expect(await start(one, { returnPath: '/x' })).toBe(
    `/login?error=auth_server_callback&state=${encodeURIComponent('{"returnPath":"/x"}')}`,
  )
  await provider.comeBack()
  await provider.rotateKeys()
  expect((await signIn(sub)).answer.body.success).toBe(true)
})

test('keys that the provider changes while it is up are found, and what is known of it is not asked again', async () => {
  const { sub } = person()
  await signIn(sub)
  const asked = () => provider.askedOf('/.well-known/openid-configuration').length
  const before = asked()
  await provider.rotateKeys()
  expect((await signIn(sub)).answer.body.success).toBe(true)
  expect(asked()).toBe(before)
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
])('a return path cannot lead away: %s', async (returnPath) => {
  const { sub } = person()
  await signIn(sub)
  for (const state of [{ returnPath }, { desktopAuthReturnTo: returnPath }]) {
    expect((await signIn(sub, { state })).answer.body).toEqual({ success: true, redirect_url: '/' })
  }
})

test('a desktop app’s way back is kept, and nothing else comes in by its name', async () => {
  const { sub } = person()
  await signIn(sub)
  const led = async (state: object) => (await signIn(sub, { state })).answer.body.redirect_url
  const page = '/desktop-auth/authorize?return_to=x'
  expect(await led({ desktopAuthReturnTo: page })).toBe(page)
  expect(await led({ desktopAuthReturnTo: `/api${page}` })).toBe(`/api${page}`)
  expect(await led({ desktopAuthReturnTo: '/api/auth/logout', returnPath: '/x' })).toBe('/x')
})

test('a page of another site can send someone to sign in, but not into an organization', async () => {
  const { owner, organization } = await app.given.organization()
  const code = await invite(app, organization, owner)
  const accepted = async (site: string) => {
    const { sub } = person()
    const one = createBrowser(app.base_url)
    const state = encodeURIComponent(JSON.stringify({ inviteCode: code }))
    const begun = await one.get(`/api/auth/auth-server/company?state=${state}`, { 'sec-fetch-site': site })
    const arrived = await one.pass(begun.headers.get('location') ?? '', { as: sub })
    expect((await finish(one, arrived)).body.success).toBe(true)
    return (await whoAmI(one)).current_organization_id === organization.id
  }
  expect(await accepted('cross-site')).toBe(false)
  expect(await accepted('none')).toBe(false)
  expect(await accepted('same-origin')).toBe(true)
})

import { expect, test } from 'vitest'
import { APP_URL, openSignIn } from '#testing/sign-in/sign-in.ts'

const { app, provider, person, start, finish, browser, signIn, whoAmI } = await openSignIn(
  {},
  { hints: ['kc_idp_hint'] },
)

test('someone signs in through the auth server and is who the provider says', async () => {
  const { sub, email } = person({ name: 'Pat Person', picture: 'https://pictures.test/pat.png' })
  const { answer, browser } = await signIn(sub, { state: { returnPath: '/storage?path=A#b' } })
  expect(answer).toMatchObject({ status: 200, body: { success: true, redirect_url: '/' } })
  const { user, wsToken, currentOrganization } = await whoAmI(browser)
  expect(user).toMatchObject({ email, name: 'Pat Person', picture: 'https://pictures.test/pat.png' })
  expect(wsToken).toMatch(/^[\w.-]{40,}$/)
  expect(currentOrganization).toMatchObject({ name: 'My Organization', role: 'owner' })
})

test('who returns continues to where they wanted, with the name and picture that they have now', async () => {
  const { sub, email } = person({ name: 'Before' })
  const { browser: former } = await signIn(sub)
  const { user } = await whoAmI(former)
  provider.account({ email, email_verified: true, name: 'After', picture: 'https://pictures.test/new.png' }, sub)
  const { answer, browser } = await signIn(sub, { state: { returnPath: '/storage?path=A#b' } })
  expect(answer.body).toEqual({ success: true, redirect_url: '/storage?path=A#b' })
  expect((await whoAmI(browser)).user).toMatchObject({
    id: user.id,
    name: 'After',
    picture: 'https://pictures.test/new.png',
  })
})

test('the provider is asked with its hint, a proof of the code, a state and a nonce that nobody can guess', async () => {
  const address = new URL(await start(browser(), { returnPath: '/x' }, '&select_account=true'))
  expect(address.origin).toBe(provider.issuer)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: provider.client_id,
    response_type: 'code',
    redirect_uri: `${APP_URL}/login/auth-server/callback`,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    kc_idp_hint: 'company',
    prompt: 'select_account',
  })
  for (const secret of ['state', 'nonce', 'code_challenge'])
    expect(address.searchParams.get(secret)).toMatch(/^[\w-]{43}$/)
  expect(new URL(await start(browser())).searchParams.has('prompt')).toBe(false)
})

test('a provider that nobody has set up is not found', async () => {
  const answer = await browser().get('/api/auth/auth-server/another')
  expect(answer).toMatchObject({ status: 404, body: { success: false } })
})

test('what a person signs in with is on no page and in no answer', async () => {
  const { sub } = person()
  const { answer, browser } = await signIn(sub)
  expect(Object.keys(answer.body).sort()).toEqual(['redirect_url', 'success'])
  expect(
    answer.headers.getSetCookie().every((cookie) => /HttpOnly/i.test(cookie) && /SameSite=Lax/i.test(cookie)),
  ).toBe(true)
  expect(JSON.stringify(await whoAmI(browser))).not.toMatch(/eyJ/)
})

test('an address of its own lives on the provider’s word: unverified ones make no account', async () => {
  const { sub } = person({ email_verified: false })
  const { answer, browser } = await signIn(sub)
  expect(answer).toMatchObject({ status: 403, body: { success: false, code: 'EMAIL_NOT_VERIFIED' } })
  expect((await whoAmI(browser)).user).toBeNull()
})

test('two sign-ins that began in two tabs of one browser both end, in either order', async () => {
  const { sub } = person()
  const one = browser()
  const first = await one.pass(await start(one, { returnPath: '/first' }), { as: sub })
  const second = await one.pass(await start(one, { returnPath: '/second' }), { as: sub })
  await signIn(sub)
  expect((await finish(one, second)).body).toEqual({ success: true, redirect_url: '/second' })
  expect((await finish(one, first)).body).toEqual({ success: true, redirect_url: '/first' })
})

test('the session that a browser had before is worth nothing after', async () => {
  const attacker = await app.given.user()
  const planted = (await app.given.session(attacker)).cookie
  const one = browser()
  one.cookies.set(app.config.SESSION_COOKIE_NAME, planted)
  const { sub, email } = person()
  await signIn(sub, { browser: one })
  expect(one.cookies.get(app.config.SESSION_COOKIE_NAME)).not.toBe(planted)
  expect((await whoAmI(one)).user.email).toBe(email)
  const other = browser()
  other.cookies.set(app.config.SESSION_COOKIE_NAME, planted)
  expect((await whoAmI(other)).user).toBeNull()
})

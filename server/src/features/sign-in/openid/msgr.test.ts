import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import type { UserRow } from '#features/users/table.ts'
import { startTestApp } from '#testing/app.ts'
import type { TestBrowser } from '#testing/doubles/openid/browser.ts'
import type { Forgery } from '#testing/doubles/openid/provider.ts'
import { APP_URL, openSignIn } from '#testing/sign-in/sign-in.ts'

const client_id = '7123456789'
const { app, provider, browser, whoAmI } = await openSignIn({}, { client_id })

/** The platform writes the client's id as a number. */
const genuine: Forgery = { claims: (claims) => ({ ...claims, aud: Number(client_id) }) }
provider.forge(genuine)

let accounts = 0
const account = (claims: object = {}) => {
  const id = 5_000_000 + ++accounts
  return { id: String(id), sub: provider.account({ id, name: 'Tess Tester', ...claims }, `subject-of-${id}`) }
}

async function browserOf(user: UserRow): Promise<TestBrowser> {
  const one = browser()
  one.cookies.set(app.config.SESSION_COOKIE_NAME, (await app.given.session(user)).cookie)
  return one
}

const start = async (one: TestBrowser): Promise<string> => (await one.get('/api/auth/msgr')).body.auth_url
const finish = (one: TestBrowser, arrived: URL) => one.get(`/api/auth/msgr/callback${arrived.search}`)

async function link(one: TestBrowser, as: string) {
  const arrived = await one.pass(await start(one), { as })
  return { arrived, answer: await finish(one, arrived) }
}

const failed = { success: false, message: 'Your Telegram account couldn’t be linked.', redirect_url: '/settings' }

test('a signed-in person links their account, sees it, and unlinks it, and all of it is recorded', async () => {
  const { owner, organization } = await app.given.organization()
  const one = await browserOf(owner)
  const { id, sub } = account({ preferred_username: 'tess' })
  const { answer } = await link(one, sub)
  const msgr_account = { id, username: 'tess', name: 'Tess Tester' }
  expect(answer).toMatchObject({ status: 200, body: { success: true, user: { id: owner.id, msgr_account } } })
  expect(answer.body.redirect_url).toBe('/settings')
  expect((await whoAmI(one)).user.msgr_account).toEqual(msgr_account)

  const unlinked = await one.client().delete('/api/auth/msgr')
  expect(unlinked).toMatchObject({ status: 200, body: { id: owner.id, msgr_account: null } })
  expect((await one.client().delete('/api/auth/msgr')).status).toBe(200)
  expect((await whoAmI(one)).user.msgr_account).toBeNull()

  const { body } = await one.get(`/api/organizations/${organization.id}/audit-log`)
  const acts = body.data.filter(({ action }: AuditEntry) => action.startsWith('user.msgr'))
  expect(acts.map(({ action, before, after }: AuditEntry) => [action, before, after])).toEqual([
    ['user.msgr_unlinked', { account: msgr_account }, null],
    ['user.msgr_linked', { account: null }, { account: msgr_account }],
  ])
})

test('the address asks for the account with a proof of the code, and comes back to a page of ours', async () => {
  const address = new URL(await start(await browserOf(await app.given.user())))
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id,
    response_type: 'code',
    redirect_uri: `${APP_URL}/login/msgr`,
    scope: 'openid profile',
    code_challenge_method: 'S256',
  })
})

test('an account is one person’s, also when eight claim it at once', async () => {
  const { sub } = account()
  const people = await Promise.all(Array.from({ length: 8 }, async () => browserOf(await app.given.user())))
  const arrivals = await Promise.all(
    people.map(async (one) => ({ one, arrived: await one.pass(await start(one), { as: sub }) })),
  )
  const answers = await Promise.all(arrivals.map(({ one, arrived }) => finish(one, arrived)))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  for (const { body } of answers.filter(({ body }) => !body.success)) {
    expect(body).toEqual({
      success: false,
      message: 'This account is linked to another user',
      redirect_url: '/settings',
    })
  }
})

test('another account takes the place of the one before, which is free again', async () => {
  const [user, other] = [await app.given.user(), await app.given.user()]
  const [first, second] = [account(), account()]
  await link(await browserOf(user), first.sub)
  expect((await link(await browserOf(user), second.sub)).answer.body.user.msgr_account.id).toBe(second.id)
  expect((await link(await browserOf(other), first.sub)).answer.body.user.msgr_account.id).toBe(first.id)
})

test('what one person began another cannot end, nor can anybody who is not signed in', async () => {
  const { sub } = account()
  const [mine, theirs] = [await browserOf(await app.given.user()), await browserOf(await app.given.user())]
  const arrived = await mine.pass(await start(mine), { as: sub })
  expect((await finish(theirs, arrived)).body).toEqual(failed)
  // The same browser, in which someone else has signed in meanwhile.
  const session = mine.cookies.get(app.config.SESSION_COOKIE_NAME) ?? ''
  mine.cookies.set(app.config.SESSION_COOKIE_NAME, (await app.given.session(await app.given.user())).cookie)
  expect((await finish(mine, arrived)).body).toEqual(failed)
  mine.cookies.set(app.config.SESSION_COOKIE_NAME, session)
  expect((await finish(mine, arrived)).body.success).toBe(true)
  expect((await finish(mine, arrived)).body).toEqual(failed)
  for (const path of ['/api/auth/msgr', '/api/auth/msgr/callback?code=x&state=y']) {
    expect((await browser().get(path)).status).toBe(401)
  }
  expect((await browser().client().delete('/api/auth/msgr')).status).toBe(401)
})

test.each<[string, Forgery]>([
  ['another audience', { claims: (claims) => ({ ...claims, aud: 1 }) }],
  ['another nonce', { claims: (claims) => ({ ...claims, aud: Number(client_id), nonce: 'x' }) }],
  ['another issuer', { claims: (claims) => ({ ...claims, aud: Number(client_id), iss: 'https://evil.example' }) }],
  ['no account', { claims: ({ id: _, ...claims }) => ({ ...claims, aud: Number(client_id) }) }],
  ['an end that has passed', { claims: (claims) => ({ ...claims, aud: Number(client_id), exp: 1_000_000_000 }) }],
  ['the signature of another key', { ...genuine, is_signed_by_another: true }],
])('an ID token with %s links nothing', async (_, forgery) => {
  const one = await browserOf(await app.given.user())
  const arrived = await one.pass(await start(one), { as: account().sub })
  provider.forge(forgery)
  expect((await finish(one, arrived)).body).toEqual(failed)
  provider.forge(genuine)
  expect((await whoAmI(one)).user.msgr_account).toBeNull()
})

test('who refuses there links nothing', async () => {
  const one = await browserOf(await app.given.user())
  const arrived = await one.pass(await start(one), { as: account().sub, cancels: true })
  expect((await finish(one, arrived)).body).toEqual(failed)
})

test.each(['failing', 'garbage', 'endless', 'silent'] as const)('a platform that is %s links nothing', async (mood) => {
  const one = await browserOf(await app.given.user())
  const arrived = await one.pass(await start(one), { as: account().sub })
  provider.be(mood)
  expect((await finish(one, arrived)).body).toEqual(failed)
  expect((await one.get('/api/auth/msgr')).status).toBe(503)
  provider.be('well')
})

test('a deployment that has not set it up links nothing', async () => {
  const plain = await startTestApp({ parts: ['web'] })
  const client = await plain.as(await plain.given.user())
  for (const path of ['/api/auth/msgr', '/api/auth/msgr/callback']) expect((await client.get(path)).status).toBe(404)
  await plain.close()
})

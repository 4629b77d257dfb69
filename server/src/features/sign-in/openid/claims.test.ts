import { expect, test } from 'vitest'
import { idpaIdentities } from '#features/sign-in/table.ts'
import { openSignIn } from '#testing/sign-in/sign-in.ts'

const env = { AUTH_SERVER_TRUST_EMAIL: 'true', AUTH_SERVER_IDPA_ALIAS: 'idpa-of-the-broker' }
const { app, provider, person, signIn, whoAmI } = await openSignIn(env, { is_profile_apart: true })

test('a profile that is at the userinfo endpoint alone is read there', async () => {
  const { sub, email } = person({ name: 'Asked There' })
  const { browser } = await signIn(sub)
  expect((await whoAmI(browser)).user).toMatchObject({ email, name: 'Asked There' })
})

test('an operator who trusts the auth server’s addresses lets people in by unverified ones', async () => {
  const { sub, email } = person({ email_verified: false })
  const { answer, browser } = await signIn(sub)
  expect(answer.body.success).toBe(true)
  expect((await whoAmI(browser)).user).toMatchObject({ email })
})

test('an account of the sign-in before is found by what the auth server says of it', async () => {
  const user = await app.given.user()
  await app.ctx.db.insert(idpaIdentities).values({ user_id: user.id, subject: 'subject-before' })
  const claims = { identity_provider: 'idpa-of-the-broker', identity_provider_identity: 'subject-before' }
  const { browser } = await signIn(person(claims).sub)
  expect((await whoAmI(browser)).user.id).toBe(user.id)

  const elsewhere = await signIn(person({ ...claims, identity_provider: 'another' }).sub)
  expect((await whoAmI(elsewhere.browser)).user.id).not.toBe(user.id)
})

test('someone of whom the auth server says nothing but who they are gets no account', async () => {
  const sub = provider.account({})
  expect((await signIn(sub)).answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
})

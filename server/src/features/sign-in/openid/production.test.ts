import { expect, test } from 'vitest'
import { openSignIn } from '#testing/sign-in/sign-in.ts'

const { person, start, browser, signIn, whoAmI } = await openSignIn({
  NODE_ENV: 'production',
  BASE_URL: 'https://alongside.test',
  ENCRYPTION_KEY: 'ab'.repeat(32),
  SESSION_SECRET: 'cd'.repeat(32),
  SIGN_IN_ALLOW_HTTP: 'true',
})

test('in production the cookie of an attempt is bound to this host and to encrypted connections', async () => {
  const one = browser()
  const answer = await one.get('/api/auth/auth-server/company')
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-signIn=[\w-]{43};/)
  for (const attribute of ['Path=/', 'Max-Age=600', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
    expect(cookie.split('; ')).toContain(attribute)
  }
  expect(cookie).not.toMatch(/domain/i)
})

test('it stays the same while sign-ins are under way, and one that was planted in another form is replaced', async () => {
  const one = browser()
  await start(one)
  const first = one.cookies.get('__Host-signIn')
  await start(one)
  expect(one.cookies.get('__Host-signIn')).toBe(first)
  one.cookies.set('__Host-signIn', 'planted')
  await start(one)
  expect(one.cookies.get('__Host-signIn')).toMatch(/^[\w-]{43}$/)
})

test('and someone signs in with it', async () => {
  const { sub, email } = person()
  const { answer, browser } = await signIn(sub)
  expect(answer.body.success).toBe(true)
  expect((await whoAmI(browser)).user).toMatchObject({ email })
})

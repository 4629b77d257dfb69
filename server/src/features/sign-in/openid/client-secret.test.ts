import { afterEach, expect, test } from 'vitest'
import { openSignIn } from '#testing/sign-in/sign-in.ts'

// Letters that have to be encoded, and some that need not be but may.
const client_secret = 'a+b/c= d%2B-e_f.g~h'
const post = await openSignIn({}, { client_secret, wants_secret_in_form: true })
const asSent = await openSignIn({}, { client_secret, reads_credentials_as_sent: true })
const simple = await openSignIn({}, { client_secret: 'a-b_c.d~e', reads_credentials_as_sent: true })

afterEach(() => simple.provider.forge(null))

const exchanges = ({ provider }: typeof simple) => provider.askedOf('/token').length

test('a secret proves this server however the provider wants it, and the way that it wants is remembered', async () => {
  for (const door of [post, asSent]) {
    const before = exchanges(door)
    expect((await door.signIn(door.person().sub)).answer.body.success).toBe(true)
    const learned = exchanges(door)
    expect(learned).toBeGreaterThan(before + 1)
    expect((await door.signIn(door.person().sub)).answer.body.success).toBe(true)
    expect(exchanges(door)).toBe(learned + 1)
  }
})

test('several who sign in before the way is known all get in', async () => {
  const door = await openSignIn({}, { client_secret, wants_secret_in_form: true })
  const answers = await Promise.all(Array.from({ length: 8 }, () => door.signIn(door.person().sub)))
  expect(answers.map(({ answer }) => answer.body.success)).toEqual(Array.from({ length: 8 }, () => true))
})

test('signs that need no encoding are sent as they are, which every provider reads', async () => {
  const before = exchanges(simple)
  expect((await simple.signIn(simple.person().sub)).answer.body.success).toBe(true)
  expect(exchanges(simple)).toBe(before + 1)
})

test('a secret that the provider does not know signs nobody in', async () => {
  const wrong = await openSignIn({ AUTH_SERVER_CLIENT_SECRET: 'wrong' }, { client_secret })
  expect((await wrong.signIn(wrong.person().sub)).answer.body.success).toBe(false)
})

test('whether an address is verified may be found at the userinfo endpoint alone', async () => {
  simple.provider.forge({ claims: ({ email_verified: _, ...others }) => others })
  expect((await simple.signIn(simple.person().sub)).answer.body.success).toBe(true)
  simple.provider.forge({ claims: (claims) => ({ ...claims, email_verified: false }) })
  expect((await simple.signIn(simple.person().sub)).answer.status).toBe(403)
})

import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { openSignIn } from '#testing/sign-in/sign-in.ts'

const logged: string[] = []
const log = createLog({ level: 'trace', pretty: false }, { write: (line: string) => void logged.push(line) })
const { provider, person, start, finish, browser, signIn } = await openSignIn({}, { log })

test('the log says why a sign-in failed, and nothing that someone could sign in with', async () => {
  const one = browser()
  const address = new URL(await start(one))
  const cancelled = await one.pass(address.href, { as: person().sub, cancels: true })
  await finish(one, cancelled)
  const forged = await one.pass(await start(one), { as: person().sub })
  provider.forge({ claims: (claims) => ({ ...claims, aud: 'another' }) })
  await finish(one, forged)
  provider.forge(null)
  const done = await signIn(person().sub, { browser: one })
  const text = logged.join('')
  expect(text).toContain('access_denied')
  expect(text).toContain('unexpected JWT \\"aud\\"')
  for (const { searchParams } of [address, cancelled, forged, done.arrived]) {
    for (const name of ['code', 'state', 'nonce', 'code_challenge']) {
      const value = searchParams.get(name)
      if (value) expect(text).not.toContain(value)
    }
  }
  for (const secret of [provider.client_secret, ...one.cookies.values(), 'eyJ']) expect(text).not.toContain(secret)
})

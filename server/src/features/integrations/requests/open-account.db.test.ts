import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '#testing/app.ts'
import { givenAccount, startIdentityProviders } from '#testing/integrations/integrations.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const providers = await startIdentityProviders()
const app = await startTestApp({ env: { ...providers.env, CONNECTOR_TIMEOUT: '3' } })
afterAll(async () => {
  await app.close()
  await providers[Symbol.asyncDispose]()
})

const { idpa, idpb } = providers
const SCOPE = 'https://www.googleapis.com/auth/drive'
const Answer = z.object({ account: z.string() })
const url = `${idpa.origin}/drive/v3/about`
const graph = `${idpb.origin}/v1.0/drive`

idpa.api('/drive/v3/about', (request, response) => {
  const grant = idpa.allow(request, response, SCOPE)
  if (grant) response.end(JSON.stringify({ account: grant.account, url: request.url }))
})
idpa.api('/drive/v3/long', (_request, response) => void response.end('x'.repeat(3_000_000)))
idpa.api('/drive/v3/junk', (_request, response) => void response.end('<html>'))
idpa.api('/drive/v3/away', (_request, response) => {
  response.writeHead(302, { location: `${idpb.origin}/elsewhere` }).end()
})
idpb.api('/elsewhere', (request, response) => void response.end(JSON.stringify(request.headers)))
idpb.api('/v1.0/drive', (request, response) => {
  const grant = idpb.allow(request, response, 'Files.ReadWrite.All')
  if (grant) response.end(JSON.stringify({ account: grant.account }))
})

const refreshes = (provider = idpa) =>
  provider.askedOf(provider.paths.token).filter(({ body }) => body.includes('grant_type=refresh_token'))

afterEach(() => {
  idpa.asked.length = 0
  idpb.asked.length = 0
  Object.assign(idpa.grants.how, { rotates: false, isStrict: false })
  Object.assign(idpb.grants.how, { rotates: true, isStrict: false })
})

test('a request carries the account’s token, and its query in full', async () => {
  await using given = await givenAccount(app, idpa)
  const account = await given.open()
  const answer = await account.json(Answer.loose(), { url, query: { q: 'a b', fields: ['x', 'y'], none: undefined } })
  expect(answer).toMatchObject({ account: 'ada@accounts.example', url: '/drive/v3/about?q=a+b&fields=x&fields=y' })
  expect(refreshes()).toEqual([])
})

test('a token is renewed once before it ends, however many calls need it, and the old refresh token is kept', async () => {
  await using given = await givenAccount(app, idpa)
  app.clock.advance(3_400_000)
  const accounts = await Promise.all(Array.from({ length: 8 }, () => given.open()))
  await Promise.all(accounts.map((account) => account.json(Answer, { url })))
  expect(refreshes()).toHaveLength(1)
  idpa.grants.endAccess()
  await (await given.open()).json(Answer, { url })
  expect(refreshes()).toHaveLength(2)
  expect(new URLSearchParams(refreshes()[0]?.body).get('refresh_token')).toBe(
    new URLSearchParams(refreshes()[1]?.body).get('refresh_token'),
  )
})

test('a token that was taken back before its end is renewed once, and the request sent again', async () => {
  await using given = await givenAccount(app, idpb)
  idpb.grants.how.isStrict = true
  for (let round = 0; round < 2; round++) {
    idpb.grants.endAccess()
    const account = await given.open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => account.json(Answer, { url: graph })))
    expect(answers).toHaveLength(8)
  }
  expect(refreshes(idpb)).toHaveLength(2)
})

test.runIf(postgresUrl)('processes that need a token at once renew it once together', async () => {
  const other = await startTestApp({
    env: { ...providers.env, DATABASE_URL: `${app.config.DATABASE_URL}`, DATA_DIR: app.config.DATA_DIR },
    // What one of them renews would be about to end for one whose time is later.
    clock: app.clock,
  })
  try {
    await using given = await givenAccount(app, idpb)
    idpb.grants.how.isStrict = true
    idpb.grants.endAccess()
    const accounts = await Promise.all(
      [app, other, app, other, app, other, app, other].map((at) => given.open(undefined, at)),
    )
    await Promise.all(accounts.map((account) => account.json(Answer, { url: graph })))
    expect(refreshes(idpb)).toHaveLength(1)
  } finally {
    await other.close()
  }
})

test.runIf(postgresUrl)('a provider that hangs holds up nobody but those who wait for it', async () => {
  const small = await startTestApp({ env: { ...providers.env, DATABASE_POOL: '6', SIGN_IN_TIMEOUT: '20' } })
  const given = await Promise.all(Array.from({ length: 8 }, () => givenAccount(small, idpb)))
  try {
    idpb.grants.endAccess()
    idpb.misbehave(8, idpb.paths.token, () => undefined)
    const stopped = new AbortController()
    const hanging = given.map(async (one) => (await one.open(stopped.signal)).json(Answer, { url: graph }))
    const ended = Promise.allSettled(hanging).then(() => 'ended')
    await expect.poll(() => refreshes(idpb).length).toBe(4)
    const [first] = given
    expect(await Promise.race([first?.show(), ended])).toMatchObject({ is_connected: true })
    stopped.abort()
    idpb.letGo()
    await ended
  } finally {
    for (const one of given) await one[Symbol.asyncDispose]()
    await small.close()
  }
})

test('an account that its person took back must be reconnected, and is not asked for anything more', async () => {
  await using given = await givenAccount(app, idpa)
  idpa.grants.revokeAll()
  const account = await given.open()
  await expect(account.json(Answer, { url })).rejects.toThrow('The Google account of this teammate must be reconnected')
  expect(await given.show()).toMatchObject({ is_valid: false })
  const asked = idpa.asked.length
  await expect(given.open()).rejects.toThrow('must be reconnected')
  expect(idpa.asked).toHaveLength(asked)
  await given.reconnect()
  await (await given.open()).json(Answer, { url })
})

test('a provider that cannot renew at the moment loses no account', async () => {
  await using given = await givenAccount(app, idpa)
  app.clock.advance(3_700_000)
  idpa.fail(1, idpa.paths.token)
  const account = await given.open()
  await expect(account.json(Answer, { url })).rejects.toThrow('could not renew its access at the moment')
  await account.json(Answer, { url })
  expect(await given.show()).toMatchObject({ is_valid: true })
})

test('what was not granted asks to be reconnected', async () => {
  await using given = await givenAccount(app, idpa, { scopes: [] })
  await expect((await given.open()).json(Answer, { url })).rejects.toMatchObject({
    provider_status: 403,
    message: expect.stringContaining('Reconnect'),
  })
  await using less = await givenAccount(app, idpb, { scopes: ['Mail.Send'] })
  await expect((await less.open()).json(Answer, { url: graph })).rejects.toThrow('Reconnect')
})

test('a provider under load is asked again where that does no harm, three times at most', async () => {
  await using given = await givenAccount(app, idpa)
  const account = await given.open()
  idpa.throttle(2, 0, '/drive')
  await account.json(Answer, { url })
  expect(idpa.askedOf('/drive')).toHaveLength(3)
  idpa.throttle(3, 0, '/drive')
  await expect(account.json(Answer, { url })).rejects.toMatchObject({ provider_status: 429 })
  idpa.throttle(1, 0, '/drive')
  await expect(account.done({ url, method: 'POST', json: {} })).rejects.toMatchObject({ provider_status: 429 })
  idpa.throttle(1, 3600, '/drive')
  await expect(account.json(Answer, { url })).rejects.toMatchObject({ provider_status: 429 })
})

test('answers that are too long, late or something else end with a sentence', async () => {
  await using given = await givenAccount(app, idpa)
  const account = await given.open()
  const ask = (path: string) => account.json(Answer, { url: `${idpa.origin}/drive/v3/${path}` })
  await expect(ask('long')).rejects.toThrow('longer than')
  await expect(ask('junk')).rejects.toThrow('something else than expected')
  idpa.misbehave(1, '/drive', () => undefined)
  await expect(ask('about')).rejects.toThrow('Google took too long to answer.')
  idpa.misbehave(1, '/drive', (response) => response.destroy())
  await expect(ask('about')).rejects.toThrow('Google cannot be reached at the moment.')
})

test('another host than the provider’s is asked without the token', async () => {
  await using given = await givenAccount(app, idpa)
  const account = await given.open()
  const sent = JSON.parse((await account.bytes({ url: `${idpa.origin}/drive/v3/away` })).toString())
  expect(sent.authorization).toBe(undefined)
  const direct = JSON.parse((await account.bytes({ url: `${idpb.origin}/elsewhere` })).toString())
  expect(direct.authorization).toBe(undefined)
})

test('a refusal is reported in the provider’s words, short and without the token', async () => {
  await using given = await givenAccount(app, idpa)
  const account = await given.open()
  idpa.misbehave(1, '/drive', (response) => {
    const { authorization } = idpa.asked.at(-1) ?? {}
    response.writeHead(400).end(JSON.stringify({ error: { message: `Bad ${authorization}\n${'x'.repeat(1000)}` } }))
  })
  const error = await account.json(Answer, { url }).catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ provider_status: 400 })
  const { message } = error as Error
  expect(message.length).toBeLessThan(400)
  for (const secret of idpa.grants.secrets()) expect(message).not.toContain(secret)
})

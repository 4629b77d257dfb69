import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { givenWebchat, openBrowser, refusalOf, startWebchatApp } from '#testing/chats/webchat.ts'

const app = await startWebchatApp({ WEBCHAT_JWT_TTL: '1h' })

const invalid = { status: 401, body: { code: 'WEBCHAT_TOKEN_INVALID' } }
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tokens that nobody gave out, made from one that someone did. */
async function forged(token: string): Promise<string[]> {
  const claims = decodeJwt(token)
  const [header = '', body = '', signature = ''] = token.split('.')
  const other = generateKeyPairSync('ed25519').privateKey
  const changed = encode({ ...claims, sub: '01890000-0000-7000-8000-000000000000' })
  const sign = (key: Parameters<SignJWT['sign']>[0], alg: string) =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(key)
  return [
    'x',
    '..',
    'null',
    `${header}.${body}.`,
    `${header}.${changed}.${signature}`,
    `${encode({ alg: 'none' })}.${body}.`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`,
    `${encode({ alg: 'HS256', kid: '../../dev/null', jku: 'http://127.0.0.1/keys' })}.${body}.${signature}`,
    await sign(new Uint8Array(32), 'HS256'),
    await sign(new TextEncoder().encode('secret'), 'HS256'),
    await sign(other, 'EdDSA'),
    'e'.repeat(5000),
  ]
}

test('a token that this server did not sign, or has expired, is refused everywhere as the same', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const { conversation } = await browser.sendAndWait('Hi')
  const token = browser.token()
  for (const bad of await forged(token)) {
    browser.use(bad)
    for (const path of ['/init', '/messages', '/conversations']) expect(await browser.get(path)).toMatchObject(invalid)
    expect(await browser.send('Hi')).toMatchObject(invalid)
    expect(await browser.call('PATCH', `/conversations/${conversation.id}/archive`, {})).toMatchObject(invalid)
    expect(await refusalOf(app, bad)).toBe('unauthorized')
  }
  browser.use(token)
  expect((await browser.get('/messages')).status).toBe(200)
})

test('a token ends with its time, and is given out again by the person who comes back before', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  await browser.sendAndWait('Hi')
  const first = browser.token()
  const restore = app.clock.now()
  app.clock.advance(50 * 60_000)
  await browser.get('/init')
  const second = browser.token()
  app.clock.advance(20 * 60_000)
  expect((await browser.get('/messages')).body.data).toHaveLength(2)
  browser.use(first)
  expect(await browser.get('/messages')).toMatchObject(invalid)
  expect(second).not.toBe(first)
  expect(app.clock.now().getTime()).toBeGreaterThan(restore.getTime())
})

test('the token of the socket speaks for nobody, and the token of a visitor receives nothing', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  await browser.sendAndWait('Hi')
  const [token, ws_token] = [browser.token(), browser.ws_token()]
  expect(decodeJwt(ws_token).aud).not.toBe(decodeJwt(token).aud)
  expect(await refusalOf(app, token)).toBe('unauthorized')
  expect(await refusalOf(app, ws_token)).toBe('let in')
  browser.use(ws_token)
  expect(await browser.get('/messages')).toMatchObject(invalid)
  const life = ({ exp = 0, iat = 0 }: { exp?: number; iat?: number }) => exp - iat
  expect([life(decodeJwt(token)), life(decodeJwt(ws_token))]).toEqual([3600, 86_400])
})

test('a token is good at its own organization, and under the public key that it was given out for', async () => {
  await using given = await givenWebchat(app)
  await using other = await givenWebchat(app)
  const browser = given.browser()
  await browser.sendAndWait('Hi')
  const outsider = other.browser()
  outsider.use(browser.token())
  expect(await outsider.get('/messages')).toMatchObject(invalid)
  expect(await outsider.send('Hi')).toMatchObject(invalid)

  const { body } = await given.asAdmin.post(`${given.base}/api-keys/public/rotate`)
  expect((await browser.get('/messages')).status).toBe(401)
  const organization = { ...given.organization, public_api_key: body.public_api_key }
  const returned = openBrowser(app, organization)
  returned.use(browser.token())
  expect(await returned.get('/messages')).toMatchObject(invalid)
  returned.use(undefined)
  expect((await returned.get('/messages')).status).toBe(200)
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'
import { findSigningKey } from './signing-keys.ts'

const { app, teams, givenBot, talking } = await startTeamsApp()
const HOUR_MS = 3_600_000
const keyRequests = () => teams.calls.filter((call) => call.endsWith('/keys')).length

test('only what Microsoft signed for this very bot is taken', async () => {
  const here = await talking()
  const other = await talking()
  const says = (claims: object) => teams.say(here.bot, { text: 'Hello' }, claims)
  for (const claims of [
    { issuer: 'https://sts.windows.net/x' },
    { audience: other.bot.app_id },
    { audience: `api://${here.bot.app_id}` },
    { expires_in: -301 },
    { not_before_in: 301 },
    { with_unknown_key: true },
    { service_url: null },
    { service_url: 'https://evil.example/amer/' },
    { service_url: 'http://user@127.0.0.1/amer/' },
    { service_url: 'ftp://127.0.0.1/' },
  ]) {
    expect(await says(claims), JSON.stringify(claims)).toMatchObject({ status: 401 })
  }
  await here.allProcessed()
  expect(await here.chats()).toEqual([])
  expect(await says({ expires_in: -290 })).toMatchObject({ status: 200 })
  expect(await says({ not_before_in: 290 })).toMatchObject({ status: 200 })
  await here.allProcessed()
})

test('a token of another form is refused', async () => {
  const here = await talking()
  const endpoint = `/webhooks/msteams/${here.teammate.id}/messages`
  const good = await teams.signing.sign(here.bot.app_id, teams.serviceUrl)
  const [head = '', payload = '', signature = ''] = good.split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'x' })).toString('base64url')
  const hmac = Buffer.from(JSON.stringify({ ...JSON.parse(String(Buffer.from(head, 'base64url'))), alg: 'HS256' }))
  for (const authorization of [
    undefined,
    'Bearer',
    'Bearer x',
    'Bearer x.y.z',
    `Basic ${good}`,
    `Bearer ${none}.${payload}.`,
    `Bearer ${hmac.toString('base64url')}.${payload}.${signature}`,
    `Bearer ${head}.${payload}.${signature.slice(0, -4)}AAAA`,
    `Bearer ${head}.${Buffer.from('{}').toString('base64url')}.${signature}`,
  ]) {
    const response = await fetch(`${app.base_url}${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({ type: 'message' }),
    })
    expect(response.status, authorization).toBe(401)
  }
})

test('the body is of the service and the channel that the token vouches for', async () => {
  const here = await talking()
  const says = (fields: object) => teams.say(here.bot, { text: 'Hello', fields })
  expect(await says({ serviceUrl: 'https://smba.trafficmanager.net/amer/' })).toMatchObject({ status: 403 })
  expect(await says({ serviceUrl: undefined })).toMatchObject({ status: 403 })
  expect(await says({ channelId: 'webchat' })).toMatchObject({ status: 403 })
  expect(await here.chats()).toEqual([])
  expect(await says({ serviceUrl: teams.serviceUrl.replace(/\/$/, '').toUpperCase() })).toMatchObject({ status: 200 })
  await here.allProcessed()
})

test('what cannot be read is answered with 200 and changes nothing', async () => {
  const here = await talking()
  for (const fields of [
    { conversation: null },
    { from: { id: '' } },
    { attachments: 'none' },
    { id: 'x'.repeat(501) },
    // Random, because PostgreSQL compresses the rest before it is too long for an index.
    { conversation: { conversationType: 'personal', id: `a:${randomBytes(6000).toString('hex')}` } },
    { from: { id: `29:${randomBytes(6000).toString('hex')}` } },
  ]) {
    expect(await teams.say(here.bot, { text: 'Hello', fields }), JSON.stringify(fields)).toMatchObject({ status: 200 })
  }
  for (const value of [null, {}, { action: 'accept' }, { action: 'accept', context: { file_id: 'x' } }]) {
    const fields = { type: 'invoke', name: 'fileConsent/invoke', value }
    expect(await teams.say(here.bot, { fields })).toMatchObject({ status: 200, body: '' })
  }
  expect(await here.chats()).toEqual([])
})

test('a new key is fetched when it signs first, and a made up one does not have them fetched over and over', async () => {
  const here = await talking()
  await teams.say(here.bot, { text: 'Hello' })
  app.clock.advance(61_000)
  await teams.signing.rotate()
  const before = keyRequests()
  expect(await teams.say(here.bot, { text: 'Hello again' })).toMatchObject({ status: 200 })
  expect(keyRequests()).toBe(before + 1)
  await Promise.all([1, 2, 3, 4].map(() => teams.say(here.bot, { text: 'x' }, { with_unknown_key: true })))
  expect(keyRequests()).toBe(before + 1)
  await here.allProcessed()
  app.clock.advance(-61_000)
})

test('a key that is not endorsed for Teams proves nothing', async () => {
  const here = await talking()
  app.clock.advance(122_000)
  await teams.signing.rotate(['webchat'])
  expect(await teams.say(here.bot, { text: 'Hello' })).toMatchObject({ status: 401 })
  await teams.signing.rotate()
  app.clock.advance(61_000)
  expect(await teams.say(here.bot, { text: 'Hello' })).toMatchObject({ status: 200 })
  await here.allProcessed()
  app.clock.advance(-183_000)
})

test('keys that cannot be fetched are no refusal, and old ones continue while Microsoft is away', async () => {
  const here = await givenBot()
  await here.connect()
  await teams.say(here.bot, { text: 'Hello' })
  app.clock.advance(25 * HOUR_MS)
  const token = await teams.signing.sign(here.bot.app_id, teams.serviceUrl)
  const { kid = '' } = JSON.parse(String(Buffer.from(token.split('.')[0] ?? '', 'base64url')))
  teams.answerNext('keys', { status: 503 }, { status: 503 })
  expect(await findSigningKey(app.ctx, kid)).not.toBeNull()
  await expect(findSigningKey(app.ctx, 'unknown')).rejects.toThrow()
  app.clock.advance(-25 * HOUR_MS)
})

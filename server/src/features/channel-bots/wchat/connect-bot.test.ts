import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'
import { BOT_SCOPES } from '#testing/doubles/slack/workspace.ts'
import { checkBots } from '../bots/check-bots.ts'

const { app, slack, givenBot, talking } = await startSlackApp()
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

test('Slack creates the app from the manifest, and verifies its request URL before anything is connected', async () => {
  const here = await givenBot({ values: { name: 'Ådá the helper of everybody in the shop', role: 'r'.repeat(300) } })
  const { body } = await here.client.get(`${here.path}/manifest`)
  expect(body.display_information).toEqual({ name: 'Ådá the helper of everybody in the', description: 'r'.repeat(140) })
  expect(body.features.bot_user.display_name).toBe('a-da-the-helper-of-everybody-in-the-shop')
  expect(body.oauth_config.scopes.bot).toEqual(BOT_SCOPES)
  const { events_url } = await here.show()
  expect(body.settings.event_subscriptions.request_url).toBe(events_url)
  expect(await slack.verifyRequestUrl(here.bot)).toBe(true)
  expect(await here.show()).toMatchObject({ status: 'disconnected', bot: null, has_received_events: false })
})

test('a name without a letter that Slack takes still makes a manifest', async () => {
  const here = await givenBot({ values: { name: '小明' } })
  const { body } = await here.client.get(`${here.path}/manifest`)
  expect([body.display_information.name, body.features.bot_user.display_name]).toEqual(['小明', 'teammate'])
})

test('connecting tries the token, tells everyone and is recorded; the first event proves the signing secret', async () => {
  const here = await givenBot()
  const { status, body } = await here.connect()
  const bot = { id: here.bot.user_id, username: 'ada', team: { id: here.bot.team.id, name: 'Corner Books' } }
  expect([status, body]).toMatchObject([200, { status: 'active', bot, missing_scopes: [], last_error: null }])
  expect(JSON.stringify(body)).not.toContain(here.bot.token)
  expect(JSON.stringify(body)).not.toContain(here.bot.signing_secret)
  expect((await here.show()).has_received_events).toBe(false)
  await here.say({ from: here.anna, text: 'Hello' })
  expect((await here.show()).has_received_events).toBe(true)
  const events = app.events.find('ai_employee_slack.updated', ({ payload }) => payload.employee_id === here.teammate.id)
  expect(events.map(({ payload }) => payload.has_received_events)).toEqual([false, true])
  const audit: AuditEntry[] = (await here.client.get(`/api/organizations/${here.organization.id}/audit-log`)).body.data
  expect(audit.find(({ action }) => action === 'channel_bot.connected')).toMatchObject({
    subject: { name: 'Ada' },
    after: { channel: 'wchat', username: 'ada' },
  })
})

test('a wrong signing secret shows with the first event, and is mended by the right one', async () => {
  const here = await givenBot()
  const wrong = { ...here.bot, signing_secret: '0'.repeat(32) }
  expect((await here.connect(wrong)).body).toMatchObject({ status: 'active', has_refused_events: false })
  const [delivered] = await here.say({ from: here.anna, text: 'Hello' })
  expect(delivered?.status).toBe(401)
  expect(await here.show()).toMatchObject({ status: 'active', has_received_events: false, has_refused_events: true })
  await here.say({ from: here.anna, text: 'Hello?' })
  const events = app.events.find('ai_employee_slack.updated', ({ payload }) => payload.employee_id === here.teammate.id)
  expect(events.map(({ payload }) => payload.has_refused_events)).toEqual([false, true])

  await here.connect()
  expect(await here.show()).toMatchObject({ has_received_events: false, has_refused_events: false })
  await here.say({ from: here.anna, text: 'Hello' })
  expect(await here.show()).toMatchObject({ has_received_events: true, has_refused_events: false })
})

test('junk changes nothing of an app: neither of one that works, nor by another workspace, nor without a signature', async () => {
  const [works, waits] = [await givenBot(), await givenBot()]
  for (const here of [works, waits]) await here.connect()
  await works.say({ from: works.anna, text: 'Hello' })
  const post = (address: string | undefined, team_id: string, headers: Record<string, string>) =>
    fetch(app.base_url + new URL(address ?? '').pathname, {
      method: 'POST',
      body: JSON.stringify({ type: 'event_callback', team_id, event: {} }),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const before = [await works.show(), await waits.show()]
  const forged = {
    'x-slack-signature': 'v0=00',
    'x-slack-request-timestamp': `${Math.floor(app.ctx.now().getTime() / 1000)}`,
  }
  const answers = [
    await post(before[0]?.events_url, works.bot.team.id, forged),
    await post(before[1]?.events_url, 'T0OTHER', forged),
    await post(before[1]?.events_url, waits.bot.team.id, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect([await works.show(), await waits.show()]).toEqual(before)
  await waits.say({ from: waits.anna, text: 'Hello' })
  expect(await waits.show()).toMatchObject({ has_received_events: true, has_refused_events: false })
})

test('what Slack refuses is refused with what to do: dead tokens, tokens of people, and the scopes that are missing', async () => {
  const here = await givenBot()
  const dead = slack.addBot({ state: 'revoked' })
  const poor = slack.addBot({ scopes: BOT_SCOPES.filter((scope) => !['files:read', 'users:read'].includes(scope)) })
  expect([await here.connect(dead), await here.connect(slack.addBot({ state: 'uninstalled' }))]).toMatchObject([
    { status: 422, body: { code: 'BOT_TOKEN_REFUSED' } },
    { status: 422, body: { code: 'BOT_TOKEN_REFUSED' } },
  ])
  const refused = await here.connect(poor)
  expect(refused).toMatchObject({ status: 422, body: { code: 'SCOPES_MISSING' } })
  expect(refused.body.error).toContain('files:read, users:read')
  slack.answerWith({ bot_id: undefined })
  expect(await here.connect()).toMatchObject({ status: 422, body: { code: 'BOT_TOKEN_REFUSED' } })
  slack.answerWith({})
  slack.answerNext('auth.test', { status: 503 }, 'drop', 'garbage', { status: 429, retry_after: 5 })
  for (let tries = 0; tries < 4; tries++) expect((await here.connect()).status).toBe(502)
  const malformed = { bot_token: 'xoxp-1234567890', signing_secret: 'short' }
  expect((await here.client.post(here.path, malformed)).status).toBe(400)
  expect((await here.show()).status).toBe('disconnected')
})

test('one app answers for one teammate, and is free once that is disconnected; its chats stay known', async () => {
  const [here, there] = [await talking(), await givenBot()]
  expect(await there.connect(here.bot)).toMatchObject({ status: 409, body: { code: 'BOT_CONNECTED_ELSEWHERE' } })
  expect((await here.client.delete(here.path)).body).toMatchObject({ status: 'disconnected' })
  expect(here.bot.state).toBe('alive')
  expect((await there.connect(here.bot)).status).toBe(200)
  await there.client.delete(there.path)
  await here.connect()
  expect(await here.chats()).toMatchObject([{ channel_name: '#books', status: 'enabled' }])
})

test('of eight that connect one app at once one has it', async () => {
  const bot = slack.addBot()
  const places = await Promise.all(Array.from({ length: 8 }, () => givenBot()))
  const answers = await Promise.all(places.map((each) => each.connect(bot)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
})

test.for([
  ['app_uninstalled', {}],
  ['tokens_revoked', 'ours'],
] as const)('%s makes the app invalid at once, and connecting it again mends it', async ([type, tokens]) => {
  const here = await talking()
  // Another token of the workspace is not this one.
  await slack.tell(here.bot, { type: 'tokens_revoked', tokens: { oauth: ['U1'], bot: ['U2'] } })
  expect((await here.show()).status).toBe('active')
  const removal = await slack.tell(here.bot, { type, tokens: { bot: tokens === 'ours' ? [here.bot.user_id] : [] } })
  expect(await here.show()).toMatchObject({ status: 'invalid', last_error: type })
  app.clock.advance(2000)
  expect((await here.connect()).status).toBe(200)
  // Slack repeats what it had no answer to.
  expect((await slack.redeliver(removal)).status).toBe(200)
  expect(await here.show()).toMatchObject({ status: 'active', last_error: null })
})

test('a token that died unseen, and scopes that were taken away, show within the hour', async () => {
  const [here, there] = [await talking(), await talking()]
  here.bot.state = 'uninstalled'
  there.bot.scopes = BOT_SCOPES.filter((scope) => scope !== 'files:write')
  there.bot.name = 'ada-lovelace'
  app.clock.advance(HOUR_MS + 1000)
  await Promise.all([checkBots(app.ctx), checkBots(app.ctx)])
  expect(await here.show()).toMatchObject({ status: 'invalid', last_error: 'account_inactive' })
  expect(await there.show()).toMatchObject({
    status: 'active',
    bot: { username: 'ada-lovelace' },
    missing_scopes: ['files:write'],
    last_error: 'missing_scope (needed: files:write)',
  })
  there.bot.scopes = BOT_SCOPES
  app.clock.advance(HOUR_MS + 1000)
  await checkBots(app.ctx)
  expect(await there.show()).toMatchObject({ missing_scopes: [], last_error: null })
})

test('what arrives while Slack is asked about the app is not undone by its answer', async () => {
  const here = await givenBot()
  await here.connect()
  here.bot.name = 'ada-lovelace'
  app.clock.advance(MINUTE_MS)
  const gate = Promise.withResolvers<void>()
  const from = slack.calls.length
  slack.hold(gate.promise)
  await here.show()
  await expect.poll(() => slack.calls.slice(from)).toEqual(['auth.test'])
  await here.say({ from: here.anna, text: 'Hello' })
  expect(await here.show()).toMatchObject({ has_received_events: true, bot: { username: 'ada' } })
  gate.resolve()
  await expect.poll(async () => (await here.show()).bot?.username).toBe('ada-lovelace')
  expect((await here.show()).has_received_events).toBe(true)
})

test('only who may change a teammate connects its app, and another organization does not see it', async () => {
  const [here, there] = [await talking(), await givenBot()]
  const member = await app.as(here.member)
  const keys = { bot_token: here.bot.token, signing_secret: here.bot.signing_secret }
  for (const other of [there.client, member]) {
    for (const call of [
      other.post(here.path, keys),
      other.delete(here.path),
      other.patch(here.path, { enables_private_chats: true }),
    ]) {
      expect([403, 404]).toContain((await call).status)
    }
  }
  expect((await there.client.get(here.path)).status).toBe(404)
  expect((await there.client.get(`${here.path}/chats`)).status).toBe(404)
  const [chat] = await here.chats()
  const path = `${there.path}/chats/${chat?.id}/status`
  expect((await there.client.put(path, { status: 'disabled' })).status).toBe(404)
})

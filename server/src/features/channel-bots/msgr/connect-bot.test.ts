import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'
import { checkBots } from '../bots/check-bots.ts'
import { channelBots } from '../table.ts'

const { app, telegram, givenBot } = await startTelegramApp()
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const UNREACHABLE = 'http://127.0.0.1:1'
const disconnected = {
  channel: 'msgr',
  status: 'disconnected',
  bot: null,
  webhook_url: expect.stringMatching(/\/webhooks\/telegram\/[0-9a-f-]{36}$/),
  webhook_problem: null,
  webhook_error: null,
  waiting: null,
  enables_private_chats: false,
  is_access_decided: false,
  connected_at: null,
}

const rowOf = async (teammate: { id: string }) => {
  const [row] = await app.ctx.db.select().from(channelBots).where(eq(channelBots.employee_id, teammate.id))
  return row
}

const heardBy = (teammate: { id: string }) =>
  app.events
    .find('ai_employee_telegram.updated', ({ payload }) => payload.employee_id === teammate.id)
    .map(({ payload }) => payload)

test('an admin connects a bot by its token, which nobody sees again', async () => {
  const here = await givenBot()
  expect(await here.show()).toEqual(disconnected)
  const connected = await here.connect()
  expect(connected).toEqual({
    channel: 'msgr',
    status: 'active',
    bot: { id: String(here.bot.id), username: here.bot.username, name: 'Corner Books', reads_groups: false },
    webhook_url: `${app.config.BASE_URL}/webhooks/telegram/${here.teammate.id}`,
    webhook_problem: null,
    webhook_error: null,
    waiting: null,
    enables_private_chats: false,
    is_access_decided: false,
    connected_at: expect.any(String),
  })
  expect(await here.show()).toEqual(connected)
  const teammate = await here.client.get(`/api/organizations/${here.organization.id}/employees/${here.teammate.id}`)
  expect(teammate.body.telegram_bot_id).toBe(String(here.bot.id))
  const webhook = telegram.webhookOf(here.bot)
  expect(webhook).toMatchObject({
    url: `${app.config.BASE_URL}/webhooks/telegram/${here.teammate.id}`,
    allowed_updates: ['message', 'my_chat_member'],
  })

  const member = await app.as(here.member)
  expect((await member.get(here.path)).status).toBe(404)
  const { body } = await here.client.get(`/api/organizations/${here.organization.id}/audit-log`)
  const acts = body.data.filter(({ action }: AuditEntry) => action.startsWith('channel_bot'))
  expect(acts).toMatchObject([
    { action: 'channel_bot.connected', actor: { user_id: here.admin.id }, subject: { id: here.teammate.id } },
  ])
  const heard = heardBy(here.teammate)
  expect(heard).toMatchObject([{ status: 'active', organization_id: here.organization.id }])
  const row = await rowOf(here.teammate)
  const shown = JSON.stringify([row, body, heard, connected])
  expect(shown).not.toContain(here.bot.token.split(':')[1])
  expect(shown).not.toContain(webhook?.secret_token)
})

test('a token that Telegram does not take, or a webhook that it refuses, leaves everything as it was', async () => {
  const here = await givenBot()
  const post = async (token: string) => {
    const { status, body } = await here.client.post(here.path, { token })
    return [status, body.code]
  }
  expect(await post('not a token')).toEqual([400, 'VALIDATION_FAILED'])
  expect(await post(`4242:${'x'.repeat(35)}`)).toEqual([422, 'BOT_TOKEN_REFUSED'])

  const refusal = 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook'
  telegram.answerNext('setWebhook', { status: 400, description: refusal })
  const { status, body } = await here.client.post(here.path, { token: here.bot.token })
  expect([status, body.code, body.error]).toEqual([422, 'WEBHOOK_REFUSED', refusal])
  expect(await here.show()).toEqual(disconnected)

  telegram.answerNext('getMe', { status: 502 })
  expect(await post(here.bot.token)).toEqual([502, undefined])
  expect(await here.show()).toEqual(disconnected)
  expect(heardBy(here.teammate)).toEqual([])

  const before = await here.connect()
  const other = telegram.newBot()
  telegram.answerNext('setWebhook', { status: 400, description: refusal })
  expect(await post(other.token)).toEqual([422, 'WEBHOOK_REFUSED'])
  expect(await here.show()).toEqual(before)
  await telegram.say(here.bot, { text: 'Hello' })
  expect(await here.chats()).toHaveLength(1)
})

test('a bot is one teammate’s, until it is disconnected or that teammate is deleted', async () => {
  const [here, there] = [await givenBot(), await givenBot()]
  await here.connect()
  const steal = () => there.client.post(there.path, { token: here.bot.token })
  expect(await steal()).toMatchObject({ status: 409, body: { code: 'BOT_CONNECTED_ELSEWHERE' } })
  expect(telegram.webhookOf(here.bot)?.url).toContain(here.teammate.id)

  expect((await here.client.delete(here.path)).body).toEqual(disconnected)
  expect(telegram.webhookOf(here.bot)).toBeNull()
  expect(await rowOf(here.teammate)).toBeUndefined()
  expect(heardBy(here.teammate).map(({ status }) => status)).toEqual(['active', 'disconnected'])
  expect((await here.client.delete(here.path)).status).toBe(200)

  expect((await steal()).status).toBe(200)
  await there.client.delete(`/api/organizations/${there.organization.id}/employees/${there.teammate.id}`)
  await here.connect()
  expect(await rowOf(there.teammate)).toBeUndefined()
})

test('a dead token, another program’s webhook and failing deliveries are seen within the hour', async () => {
  const here = await givenBot()
  await here.connect()
  const check = async () => {
    app.clock.advance(HOUR_MS + 1000)
    await checkBots(app.ctx)
    return here.show()
  }
  expect(await check()).toMatchObject({ status: 'active', webhook_problem: null })

  Object.assign(telegram.webhookOf(here.bot) ?? {}, { url: 'https://elsewhere.example/' })
  expect(await check()).toMatchObject({ status: 'active', webhook_problem: 'elsewhere', webhook_error: null })
  expect((await here.client.put(`${here.path}/webhook`)).body).toMatchObject({ webhook_problem: null })
  expect(telegram.webhookOf(here.bot)?.url).toContain(here.teammate.id)
  await telegram.say(here.bot, { text: 'Hello' })
  expect(await here.chats()).toHaveLength(1)

  telegram.renewToken(here.bot)
  expect(await check()).toMatchObject({ status: 'invalid' })
  expect(await here.client.put(`${here.path}/webhook`)).toMatchObject({
    status: 422,
    body: { code: 'BOT_TOKEN_REFUSED' },
  })
})

test('who looks at a bot is shown within a minute what Telegram says, and an update that arrives ends a failure', async () => {
  const here = await givenBot()
  await here.connect()
  const state = async () => (await here.show()).webhook_problem
  const accepted = await telegram.say(here.bot, { text: 'Hello' })
  telegram.reach(UNREACHABLE)
  const { update } = await telegram.say(here.bot, { text: 'Is anybody there?' })
  telegram.reach(app.base_url)
  const from = telegram.calls.length
  const checks = () => telegram.calls.slice(from).filter((method) => method.startsWith('get'))
  expect([accepted.status, await state()]).toEqual([200, null])
  expect(checks()).toEqual([])

  app.clock.advance(MINUTE_MS)
  await Promise.all([here.show(), here.show(), here.show()])
  await expect.poll(state).toBe('failing')
  expect(checks()).toEqual(['getMe', 'getWebhookInfo'])
  const shown = { webhook_problem: 'failing', webhook_error: 'Connection refused' }
  expect(await here.show()).toMatchObject({ ...shown, waiting: { messages: 1, last_failed_at: expect.any(String) } })
  expect(heardBy(here.teammate).at(-1)).toMatchObject(shown)
  const listed = async () =>
    (await here.client.get(`/api/organizations/${here.organization.id}/channel-bots`)).body.data
  expect(await listed()).toMatchObject([{ status: 'active', has_problem: true }])

  expect(await telegram.redeliver(update)).toMatchObject({ status: 200 })
  expect(await here.show()).toMatchObject({ webhook_problem: null, webhook_error: null, waiting: null })
  expect(heardBy(here.teammate).at(-1)).toMatchObject({ webhook_problem: null, waiting: null })
  expect(await listed()).toMatchObject([{ has_problem: false }])
})

test('where Telegram does not say whether it will send, the bot stays and says so', async () => {
  const here = await givenBot()
  telegram.answerNext('setWebhook', 'drop', 'drop')
  expect(await here.connect()).toMatchObject({ status: 'active', webhook_problem: 'unknown' })
  expect((await here.client.put(`${here.path}/webhook`)).body).toMatchObject({ webhook_problem: null })
  telegram.answerNext('setWebhook', 'drop', 'drop')
  expect(await here.connect()).toMatchObject({ status: 'active', webhook_problem: 'unknown' })
  await telegram.say(here.bot, { text: 'Hello' })
  expect(await here.chats()).toHaveLength(1)
  expect(await here.show()).toMatchObject({ webhook_problem: null })
})

test('a bot that is replaced sends nothing more, and what both have heard is not mixed up', async () => {
  const here = await givenBot()
  await here.connect()
  await here.client.patch(here.path, { enables_private_chats: true })
  await telegram.say(here.bot, { text: 'one' })
  await here.sentAfter(1)
  const other = telegram.newBot()
  await here.connect(other.token)
  expect(telegram.webhookOf(here.bot)).toBeNull()
  await telegram.say(other, { text: 'two' })
  await expect.poll(() => telegram.sent.filter(({ bot }) => bot === other.id).length).toBe(1)
})

test('what was never connected is not reconnected or changed', async () => {
  const here = await givenBot()
  const conflict = { status: 409, body: { code: 'BOT_NOT_CONNECTED' } }
  expect(await here.client.put(`${here.path}/webhook`)).toMatchObject(conflict)
  expect(await here.client.patch(here.path, { enables_private_chats: true })).toMatchObject(conflict)
})

test('a bot is changed by those who may edit its teammate alone', async () => {
  const here = await givenBot()
  await here.connect()
  await telegram.say(here.bot, { text: 'Hello' })
  const [chat] = await here.chats()
  const member = await app.as(here.member)
  const outsider = await app.as((await app.given.organization()).owner)
  const seeing = await app.given.membership(here.organization, 'member')
  await app.given.accessGroup(here.organization, { users: [seeing], teammates: [here.teammate] })
  const viewer = await app.as(seeing)
  expect((await viewer.get(here.path)).body).toMatchObject({ status: 'active' })
  expect((await viewer.get(`${here.path}/chats`)).body.data).toHaveLength(1)
  for (const refused of [
    viewer.post(here.path, { token: here.bot.token }),
    viewer.delete(here.path),
    viewer.put(`${here.path}/webhook`),
    viewer.patch(here.path, { enables_private_chats: true }),
    viewer.put(`${here.path}/chats/${chat?.id}/status`, { status: 'enabled' }),
  ])
    expect((await refused).status).toBe(403)
  const asks = [
    () => [member, outsider].map((one) => one.post(here.path, { token: here.bot.token })),
    () => [member, outsider].map((one) => one.delete(here.path)),
    () => [member, outsider].map((one) => one.put(`${here.path}/webhook`)),
    () => [member, outsider].map((one) => one.patch(here.path, { enables_private_chats: true })),
    () => [member, outsider].map((one) => one.put(`${here.path}/chats/${chat?.id}/status`, { status: 'enabled' })),
    () => [member, outsider].map((one) => one.get(`${here.path}/chats`)),
  ]
  for (const ask of asks) expect((await Promise.all(ask())).map(({ status }) => status)).toEqual([404, 404])

  const there = await givenBot()
  const other = `${there.path}/chats/${chat?.id}/status`
  expect((await there.client.put(other, { status: 'enabled' })).status).toBe(404)
  expect(await here.chats()).toMatchObject([{ status: 'disabled' }])
})

test('the webhook takes nothing without the secret, and says no more than that', async () => {
  const here = await givenBot()
  await here.connect()
  const secret = telegram.webhookOf(here.bot)?.secret_token ?? ''
  const url = `/webhooks/telegram/${here.teammate.id}`
  const post = async (path: string, header: string | null, body: string) => {
    const response = await app.anyone.send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(header !== null && { 'x-telegram-bot-api-secret-token': header }),
      },
      body,
    })
    return response.status
  }
  const hello = JSON.stringify({
    update_id: 1,
    message: { message_id: 1, chat: { id: 5, type: 'private' }, from: { id: 5 }, text: 'Hi' },
  })
  const elsewhere = `/webhooks/telegram/${(await givenBot()).teammate.id}`
  for (const [path, header] of [
    [url, null],
    [url, ''],
    [url, `${secret}x`],
    [url, secret.slice(1)],
    [elsewhere, secret],
    ['/webhooks/telegram/junk', secret],
    ['/webhooks/telegram/%00', secret],
  ] as const) {
    expect(await post(path, header, hello), `${path} ${header}`).toBe(401)
  }
  expect(await here.chats()).toEqual([])
  for (const junk of ['{', '[]', '"x"', '{}', '{"update_id":"x"}']) expect(await post(url, secret, junk)).toBe(400)
  for (const odd of [
    { update_id: 2 },
    { update_id: 3, message: { message_id: 'x' } },
    { update_id: 4, message: { message_id: 4, chat: { id: 6, type: 'new kind' } } },
    { update_id: 5, poll: { id: '1' } },
    { update_id: 6, message: { message_id: 6, chat: { id: -6, type: 'channel', title: 'News' }, text: 'x' } },
  ]) {
    expect(await post(url, secret, JSON.stringify(odd))).toBe(200)
  }
  expect(await here.chats()).toEqual([])
  expect(await post(url, secret, hello)).toBe(200)
  expect(await here.chats()).toHaveLength(1)
})

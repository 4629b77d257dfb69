import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { createLog } from '#platform/log.ts'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'
import { checkBots } from '../bots/check-bots.ts'
import { channelBots, channelUpdates, tchatFiles } from '../table.ts'

const logged: string[] = []
const log = createLog({ level: 'trace', pretty: false }, { write: (line: string) => void logged.push(line) })
const { app, teams, givenBot, talking } = await startTeamsApp({}, log)
const HOUR_MS = 3_600_000

const eventsOf = (name: 'ai_employee_ms_teams.updated' | 'ai_employee_ms_teams_channel.created', employee_id: string) =>
  app.events.find(name, ({ payload }) => payload.employee_id === employee_id).map(({ payload }) => payload)

test('an admin connects a bot by app id, password and tenant; its address is known before', async () => {
  const here = await givenBot()
  const messaging_endpoint = `${app.config.BASE_URL}/webhooks/msteams/${here.teammate.id}/messages`
  const disconnected = {
    channel: 'tchat',
    status: 'disconnected',
    bot: null,
    messaging_endpoint,
    error: null,
    enables_private_chats: false,
    is_access_decided: false,
    connected_at: null,
  }
  expect(await here.show()).toEqual(disconnected)
  const connected = await here.connect()
  const { app_id, tenant_id, password } = here.bot
  expect(connected).toMatchObject({
    ...disconnected,
    status: 'active',
    bot: { app_id, tenant_id },
    connected_at: expect.any(String),
  })
  expect(await here.show()).toEqual(connected)
  expect(JSON.stringify(connected)).not.toContain(password)
  const [row] = await app.ctx.db.select().from(channelBots).where(eq(channelBots.employee_id, here.teammate.id))
  expect(JSON.stringify(row)).not.toContain(password)
  expect(eventsOf('ai_employee_ms_teams.updated', here.teammate.id)).toMatchObject([{ status: 'active' }])

  await here.connect({ ...here.bot, app_id: app_id.toUpperCase() })
  const { status, body } = await here.client.delete(here.path)
  expect({ status, body }).toEqual({ status: 200, body: disconnected })
  expect(await teams.say(here.bot, { text: 'Hello?' })).toMatchObject({ status: 401 })
  const audit = await here.client.get(`/api/organizations/${here.organization.id}/audit-log`)
  const entries: AuditEntry[] = audit.body.data
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('channel_bot'))).toEqual([
    'channel_bot.disconnected',
    'channel_bot.connected',
    'channel_bot.connected',
  ])
})

test('what Microsoft does not accept is named, and nothing is connected', async () => {
  const here = await givenBot()
  const { bot } = here
  const outsider = teams.newBot()
  const refusalOf = async (body: object) => (await here.client.post(here.path, body)).body
  const code = 'BOT_CREDENTIALS_REFUSED'
  expect(await refusalOf({ ...bot, password: 'wrong' })).toMatchObject({
    code,
    error: expect.stringContaining('not its ID'),
  })
  expect(await refusalOf({ ...bot, tenant_id: 'nowhere.example' })).toMatchObject({
    code,
    error: expect.stringContaining('no tenant'),
  })
  expect(await refusalOf({ ...bot, tenant_id: outsider.tenant_id })).toMatchObject({
    code,
    error: expect.stringContaining('no app'),
  })
  teams.expireSecret(outsider)
  expect(await refusalOf(outsider)).toMatchObject({ code, error: expect.stringContaining('expired') })
  teams.answerNext('token', { status: 503 })
  expect(await here.client.post(here.path, bot)).toMatchObject({ status: 502 })
  for (const tenant_id of ['', '..', '../x', 'a/b', 'a?b', 'a#b', 'a b']) {
    expect(await here.client.post(here.path, { ...bot, tenant_id })).toMatchObject({ status: 400 })
  }
  for (const app_id of ['', 'x', `${bot.app_id}/`]) {
    expect(await here.client.post(here.path, { ...bot, app_id })).toMatchObject({ status: 400 })
  }
  expect(await here.show()).toMatchObject({ status: 'disconnected' })
})

test('one bot is one teammate’s, in whatever organization', async () => {
  const [here, there] = [await givenBot(), await givenBot()]
  await here.connect()
  const { status, body } = await there.client.post(there.path, here.bot)
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'BOT_CONNECTED_ELSEWHERE' })
  expect(await there.show()).toMatchObject({ status: 'disconnected' })
})

test('members look on, others see nothing, and chats of another teammate are not found', async () => {
  const [here, there] = [await talking(), await talking()]
  await teams.say(here.bot, { text: 'Hello' })
  const [chat] = await here.chats()
  const status = { status: 'disabled' }
  const foreign = `${there.path}/chats/${chat?.id}/status`
  expect(await there.client.put(foreign, status)).toMatchObject({ status: 404 })
  expect(await there.client.get(here.path)).toMatchObject({ status: 404 })
  expect(await there.client.get(`${here.path}/package`)).toMatchObject({ status: 404 })
  expect(await there.client.get(`${here.path}/chats`)).toMatchObject({ status: 404 })
  expect(await here.chats()).toMatchObject([{ status: 'enabled' }])
  expect(eventsOf('ai_employee_ms_teams_channel.created', here.teammate.id)).toMatchObject([
    { chat_id: chat?.chat_id, channel_name: 'Anna Weber', organization_id: here.organization.id },
  ])
})

test('a secret that has expired is noticed within the hour, and connecting again ends that', async () => {
  const here = await talking()
  teams.expireSecret(here.bot)
  app.clock.advance(HOUR_MS + 1000)
  await checkBots(app.ctx)
  expect(await here.show()).toMatchObject({ status: 'invalid', error: expect.stringContaining('AADSTS7000222') })
  const fresh = teams.newBot()
  await here.connect(fresh)
  expect(await here.show()).toMatchObject({ status: 'active', error: null, bot: { app_id: fresh.app_id } })
  app.clock.advance(-HOUR_MS - 1000)
})

test('no chat of a personal assistant is enabled by itself', async () => {
  const here = await givenBot()
  const owner = await app.as(here.owner)
  const { body: ally } = await owner.get(`/api/organizations/${here.organization.id}/employees/ally`)
  const path = `/api/organizations/${here.organization.id}/employees/${ally.id}/msteams`
  expect(await owner.post(path, here.bot)).toMatchObject({ status: 200, body: { is_access_decided: true } })
  const refused = await owner.patch(path, { enables_private_chats: true })
  expect(refused).toMatchObject({ status: 409, body: { code: 'PERSONAL_ASSISTANT' } })
  teams.setEndpoint(here.bot, `${app.base_url}/webhooks/msteams/${ally.id}/messages`)
  await teams.say(here.bot, { text: 'Let me in' })
  expect((await owner.get(`${path}/chats`)).body.data).toMatchObject([{ status: 'disabled' }])
  await here.sentAfter(1)
})

test('neither password nor token nor the address of a file is logged, pushed or stored in the open', async () => {
  const here = await talking()
  const answers: unknown[] = [await here.show()]
  teams.answerNext('token', 'drop', { status: 500 })
  answers.push(await here.client.post(here.path, here.bot))
  teams.endTokens()
  for (const failure of ['drop', { status: 403 }, { status: 502 }, { status: 429, retry_after: 3600 }] as const) {
    teams.answerNext('connector', failure)
    await teams.say(here.bot, { text: 'Hello' })
    await here.allProcessed()
  }
  await teams.say(here.bot, { attachments: [teams.attach('a.txt', Buffer.from('a'))] })
  await here.allProcessed()
  const everything = JSON.stringify([
    answers,
    logged,
    app.events.all(),
    await app.ctx.db.select().from(channelUpdates),
    await app.ctx.db.select().from(tchatFiles),
  ])
  expect(everything).toContain(here.bot.app_id)
  expect(everything).not.toContain(here.bot.password)
  expect(everything).not.toContain('tempauth')
  expect(everything).not.toMatch(/Bearer [\w-]{20}/)
})

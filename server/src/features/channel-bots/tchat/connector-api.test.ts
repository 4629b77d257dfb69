import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#platform/config.ts'
import { newChannel, newPersonalChat, newTeam } from '#testing/doubles/teams/chats.ts'
import { startTeamsDouble } from '#testing/doubles/teams.ts'
import { freePort } from '#testing/servers/free-port.ts'
import { isAllowedAddress } from './allowed-hosts.ts'
import { getTeam, sendActivity } from './connector-api.ts'
import type { TchatCaller } from './connector-call.ts'
import { driveName } from './graph-api.ts'

const teams = await startTeamsDouble()
afterAll(() => teams.close())
const config = loadConfig({ NODE_ENV: 'test', ...teams.env })
const message = { type: 'message', text: 'Hi', textFormat: 'plain' } as const

async function joined(overrides: Partial<TchatCaller> = {}) {
  const bot = teams.newBot()
  const chat = newPersonalChat()
  teams.setEndpoint(bot, `${teams.url}/nowhere`)
  await teams.change(bot, chat, 'membersAdded')
  const caller: TchatCaller = { config, credentials: bot, now: new Date(), ...overrides }
  const place = { service_url: teams.serviceUrl, conversation_id: chat.id, bot_account_id: `28:${bot.app_id}` }
  return { bot, caller, place, send: (given = message) => sendActivity(caller, place, given) }
}

test('one token serves many messages at once, until five minutes before its end', async () => {
  const { caller, place, send } = await joined()
  const before = teams.granted()
  const answers = await Promise.all([1, 2, 3, 4].map(() => send()))
  expect(answers.map(({ outcome }) => outcome)).toEqual(['granted', 'granted', 'granted', 'granted'])
  expect(teams.granted()).toBe(before + 1)
  const later = (seconds: number) => ({ ...caller, now: new Date(caller.now.getTime() + seconds * 1000) })
  await sendActivity(later(3599 - 301), place, message)
  expect(teams.granted()).toBe(before + 1)
  await sendActivity(later(3599 - 299), place, message)
  expect(teams.granted()).toBe(before + 2)
})

test('a token that is refused is replaced once, and the message is sent once', async () => {
  const { bot, send } = await joined()
  await send()
  teams.endTokens()
  const before = teams.sent.length
  expect(await send()).toMatchObject({ outcome: 'granted' })
  expect(teams.sent.length).toBe(before + 1)
  teams.endTokens()
  teams.expireSecret(bot)
  expect(await send()).toMatchObject({ outcome: 'refused', code: 'invalid_client' })
})

test('the outcomes of a message are distinguished', async () => {
  const { send, place, caller } = await joined()
  teams.answerNext('connector', { status: 429, retry_after: 7 })
  expect(await send()).toEqual({ outcome: 'limited', retry_after_seconds: 7 })
  teams.answerNext('connector', { status: 412, code: 'PreconditionFailed' })
  expect(await send()).toEqual({ outcome: 'limited', retry_after_seconds: 1 })
  teams.answerNext('connector', { status: 502 }, { status: 503, retry_after: 9 }, { status: 504 })
  expect(await send()).toMatchObject({ outcome: 'unsent' })
  expect(await send()).toMatchObject({ outcome: 'unsent', retry_after_seconds: 9 })
  expect(await send()).toMatchObject({ outcome: 'unsent' })
  teams.answerNext('connector', { status: 500 }, 'drop')
  expect(await send()).toMatchObject({ outcome: 'unknown' })
  expect(await send()).toMatchObject({ outcome: 'unknown' })
  const elsewhere = { ...place, conversation_id: 'a:nowhere' }
  expect(await sendActivity(caller, elsewhere, message)).toEqual({
    outcome: 'refused',
    status: 404,
    code: 'ConversationNotFound',
    description: 'Conversation not found.',
  })
  expect(await send({ ...message, text: 'x'.repeat(60_000) } as never)).toMatchObject({ code: 'MessageSizeTooBig' })
  const signal = AbortSignal.abort()
  expect(await sendActivity({ ...caller, signal }, place, message)).toMatchObject({ outcome: 'unsent' })
  const closed = { ...place, service_url: `http://127.0.0.1:${await freePort()}/` }
  expect(await sendActivity(caller, closed, message)).toMatchObject({ outcome: 'unsent' })
})

test('without a token nothing was sent', async () => {
  const { send } = await joined()
  teams.answerNext('token', { status: 500 })
  expect(await send()).toMatchObject({ outcome: 'unsent' })
  teams.answerNext('token', { status: 429, retry_after: 3 })
  expect(await send()).toEqual({ outcome: 'limited', retry_after_seconds: 3 })
})

test('a host that is not listed is sent nothing', async () => {
  const { caller, place } = await joined()
  const before = teams.calls.length
  for (const service_url of ['https://evil.example/', teams.url.replace('127.0.0.1', 'localhost'), 'nonsense']) {
    expect(await sendActivity(caller, { ...place, service_url }, message)).toMatchObject({ code: 'HostNotAllowed' })
  }
  expect(teams.calls.length).toBe(before)
})

test('teams are read', async () => {
  const { bot, caller } = await joined()
  const channel = newChannel(newTeam('Sales'))
  await teams.change(bot, channel, 'membersAdded')
  const team = await getTeam(caller, teams.serviceUrl, channel.team?.id ?? '')
  expect(team).toMatchObject({ outcome: 'granted', value: { aadGroupId: channel.team?.aadGroupId } })
})

test('a listed host is one by its name, and by https unless it is this machine', () => {
  const hosts = ['smba.trafficmanager.net', '.sharepoint.com', '127.0.0.1']
  const allowed = [
    'https://smba.trafficmanager.net/amer/',
    'https://SMBA.trafficmanager.net',
    'https://contoso.sharepoint.com/x',
    'https://sharepoint.com',
    'http://127.0.0.1:3000/',
  ]
  const refused = [
    'http://smba.trafficmanager.net/',
    'https://smba.trafficmanager.net.evil.example/',
    'https://evil-sharepoint.com/',
    'https://x.smba.trafficmanager.net/',
    'https://user:password@contoso.sharepoint.com/',
    'https://evil.example/?smba.trafficmanager.net',
    'http://localhost/',
    'file:///etc/passwd',
    '',
  ]
  expect(allowed.filter((address) => !isAllowedAddress(address, hosts))).toEqual([])
  expect(refused.filter((address) => isAllowedAddress(address, hosts))).toEqual([])
})

test('a file has a name that a drive accepts', () => {
  expect(driveName('a/b:c*"<>?|#%.txt')).toBe('a_b_c________.txt')
  expect(driveName('~$ temp. ')).toBe('temp')
  expect(driveName('...')).toBe('file')
  expect(driveName('x'.repeat(300))).toHaveLength(200)
})

import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'
import { sign } from '#testing/doubles/slack/events.ts'
import { channelUpdates } from '../table.ts'

const { app, slack, givenBot, talking } = await startSlackApp()

const seconds = (offset = 0) => Math.floor(app.ctx.now().getTime() / 1000) + offset
const post = async (employee_id: string, body: string, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  const response = await fetch(`${app.base_url}/webhooks/slack/${employee_id}/events`, init)
  return { status: response.status, text: await response.text() }
}

test('only what is signed with the secret of the app, and lately, is taken', async () => {
  const [here, there] = [await talking(), await talking()]
  const { bot, teammate, anna } = here
  const event = {
    type: 'message',
    channel: 'D1',
    channel_type: 'im',
    user: anna.id,
    text: 'Forged',
    ts: '1790000000.000100',
  }
  const body = JSON.stringify({ type: 'event_callback', team_id: bot.team.id, event })
  const refused = [
    {},
    { 'x-slack-request-timestamp': String(seconds()) },
    sign(there.bot.signing_secret, body, seconds()),
    sign(bot.signing_secret, `${body} `, seconds()),
    sign(bot.signing_secret, body, seconds(-301)),
    // Time passes until it is sent.
    sign(bot.signing_secret, body, seconds(360)),
    { ...sign(bot.signing_secret, body, seconds()), 'x-slack-request-timestamp': String(seconds(-1)) },
    { ...sign(bot.signing_secret, body, seconds()), 'x-slack-request-timestamp': 'now' },
  ]
  for (const headers of refused) expect((await post(teammate.id, body, headers)).status).toBe(401)
  // Of a teammate without an app, of none, and of what is no id nothing else is to be learnt.
  const other = await givenBot()
  for (const id of [other.teammate.id, crypto.randomUUID(), 'x']) {
    expect((await post(id, body, sign(bot.signing_secret, body, seconds()))).status).toBe(401)
  }
  expect(await here.messages()).toEqual([])
  expect((await post(teammate.id, body, sign(bot.signing_secret, body, seconds(-290)))).status).toBe(200)
  await here.allProcessed()
  expect(await here.received()).toEqual(['Forged'])
})

test('a challenge is echoed without a signature and changes nothing; nothing else passes as one', async () => {
  const here = await givenBot()
  const challenge = JSON.stringify({ type: 'url_verification', token: 'x', challenge: '<script>3eZb</script>' })
  for (const id of [here.teammate.id, crypto.randomUUID(), 'x']) {
    expect(await post(id, challenge)).toEqual({ status: 200, text: '{"challenge":"<script>3eZb</script>"}' })
  }
  await here.connect()
  expect((await post(here.teammate.id, challenge)).status).toBe(200)
  expect((await here.show()).has_received_events).toBe(false)
  expect(await slack.verifyRequestUrl(here.bot)).toBe(true)
  expect((await here.show()).has_received_events).toBe(true)
  for (const body of [
    { type: 'url_verification' },
    { type: 'url_verification', challenge: 7 },
    { type: 'url_verification', challenge: 'x'.repeat(5000) },
    { type: 'event_callback', challenge: 'x', event: { type: 'app_uninstalled' } },
  ]) {
    expect((await post(here.teammate.id, JSON.stringify(body))).status).toBe(401)
  }
  expect((await post(here.teammate.id, 'no json')).status).toBe(401)
  expect((await here.show()).status).toBe('active')
})

test('the app in another workspace, which signs with the same secret, reaches nobody', async () => {
  const here = await talking()
  const elsewhere = { ...here.bot, team: { id: 'T9', name: 'Elsewhere' } }
  const delivered = await slack.say(elsewhere, { from: here.anna, text: 'Hello' })
  await slack.tell(elsewhere, { type: 'app_uninstalled' })
  expect(delivered).toMatchObject([{ status: 200, body: { ok: true } }])
  await here.allProcessed()
  expect([(await here.show()).status, await here.messages()]).toEqual(['active', []])
})

test('a channel that is shared with another workspace brings its messages, by the authorization of the bot', async () => {
  const here = await talking()
  const { bot, anna } = here
  const event = {
    type: 'message',
    channel: 'D1',
    channel_type: 'im',
    user: anna.id,
    text: 'From outside',
    ts: '1790000000.000200',
  }
  const authorizations = [{ team_id: bot.team.id, user_id: bot.user_id, is_bot: true }]
  const body = JSON.stringify({ type: 'event_callback', team_id: 'T9', authorizations, event })
  await post(here.teammate.id, body, sign(bot.signing_secret, body, seconds()))
  await here.allProcessed()
  expect(await here.received()).toEqual(['From outside'])
})

test('what Slack sends again is dropped, also at once and while it is answered', async () => {
  const here = await talking()
  const delivered = await here.say({ from: here.anna, channel: here.channel, text: `${here.mention} once` })
  const again = await Promise.all(
    delivered.flatMap((one) => [1, 2, 3].map((num) => slack.redeliver(one, { num, reason: 'http_timeout' }))),
  )
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
  await here.sentAfter(1)
  await slack.redeliver(delivered[0] as never)
  await here.allProcessed()
  expect([await here.received(), here.sent().length]).toEqual([['once'], 1])
})

test('of an inactive organization nothing is stored, and Slack is told that it arrived', async () => {
  const here = await talking()
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, here.organization.id))
  expect(await here.say({ from: here.anna, text: 'Hello' })).toMatchObject([
    { status: 200, body: { ok: true, code: 'ORGANIZATION_INACTIVE' } },
  ])
  const own = and(eq(channelUpdates.organization_id, here.organization.id))
  expect(await app.ctx.db.$count(channelUpdates, own)).toBe(0)
})

test('events that nobody reads, and hostile ones, are answered and leave nothing', async () => {
  const here = await talking()
  const { bot, anna } = here
  const message = {
    type: 'message',
    channel: slack.directChannel(bot, anna).id,
    channel_type: 'im',
    user: anna.id,
    text: 'x',
    ts: '1790000000.000300',
  }
  for (const event of [
    { type: 'reaction_added' },
    { type: '__proto__' },
    { ...message, ts: '1; drop table' },
    { ...message, ts: 7 },
    { ...message, channel: 'D'.repeat(101) },
    { ...message, user: { id: 'U1' } },
    { ...message, files: 'all' },
  ]) {
    expect(await slack.tell(bot, event as never)).toMatchObject({ status: 200, body: { ok: true } })
  }
  for (const body of ['null', '[]', '"x"', '{"type":7}', '{}']) {
    expect((await post(here.teammate.id, body, sign(bot.signing_secret, body, seconds()))).status).toBeOneOf([200, 400])
  }
  await here.allProcessed()
  expect(await here.messages()).toEqual([])
  await slack.tell(bot, { ...message, text: `a\u0000b ${'<'.repeat(50_000)}` })
  await here.sentAfter(1)
  expect((await here.received())[0]?.slice(0, 4)).toBe('ab <')
})

import { PassThrough } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { jobEnqueued } from '#platform/bus/queue.ts'
import { createLog } from '#platform/log.ts'
import { startTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { startSlackDouble } from '#testing/doubles/slack.ts'
import { startTelegramDouble } from '#testing/doubles/telegram.ts'

const telegram = await startTelegramDouble()
const slack = await startSlackDouble()
const doubles = { ...telegram.env, ...slack.env }
const bot = telegram.newBot()
const group = telegram.newSupergroup('Operations', { isForum: true })
await telegram.say(bot, { chat: group, text: 'This is where alerts go.' })
const slackBot = slack.addBot()
const channel = slack.newChannel({ name: 'operations', members: [slackBot.user_id] })
const feedbackChannel = slack.newChannel({ name: 'feedback', members: [slackBot.user_id] })
afterAll(async () => {
  await telegram.close()
  await slack.close()
})

const toTelegram = {
  ALERTS_MSGR_TOKEN: bot.token,
  ALERTS_MSGR_CHAT_ID: String(group.id),
}
const toSlack = { ALERTS_WCHAT_TOKEN: slackBot.token, ALERTS_WCHAT_CHANNEL: channel.id }

async function alerted(env: Record<string, string>) {
  const lines: { level: number; msg: string }[] = []
  const destination = new PassThrough().on('data', (line) => lines.push(JSON.parse(String(line))))
  const log = createLog({ level: 'info', pretty: false }, destination)
  const app = await startTestApp({ env: { ...doubles, ...env }, log })
  const sentBefore = { telegram: telegram.sent.length, slack: slack.sent.length }
  return {
    app,
    lines,
    onTelegram: () => telegram.sent.slice(sentBefore.telegram).map(({ text }) => text ?? ''),
    onSlack: () => slack.sent.slice(sentBefore.slack).map(({ channel: id, text }) => ({ channel: id, text })),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

test('an error is alerted once however often it repeats, without secrets; refused requests are not', async () => {
  await using here = await alerted(toTelegram)
  const { log } = here.app.ctx
  for (let times = 0; times < 50; times++)
    log.error({ err: new Error('The disk is full'), token: 'very-secret' }, 'a file could not be stored')
  log.warn('the clock is off by a minute')
  await here.app.anyone.get('/api/init/whoami')
  await expect.poll(here.onTelegram).toHaveLength(2)
  const [error, warning] = here.onTelegram()
  expect(error).toContain('a file could not be stored\nThe disk is full')
  expect(error).not.toContain('very-secret')
  expect(warning).toBe('the clock is off by a minute')
})

test('an alert says whose work has failed', async () => {
  await using here = await alerted(toTelegram)
  const { organization } = await here.app.given.organization()
  const failure = 'an answer could not be saved'
  extendContext(here.app.ctx, { organization }).log.error({ err: new Error(failure) }, failure)
  const text = `${failure}\norganization_id: "${organization.id}"`
  await expect.poll(here.onTelegram).toContainEqual(text)
})

test('each kind of alert goes to its thread or channel, and both transports send it', async () => {
  await using here = await alerted({
    ...toTelegram,
    ...toSlack,
    ALERTS_TRANSPORT: 'both',
    ALERTS_WCHAT_CHANNELS: JSON.stringify({ feedbacks: feedbackChannel.id }),
  })
  const { alerts } = here.app.ctx.ports
  await alerts.send('general', 'Hello')
  await alerts.send('feedbacks', 'What people think')
  expect(here.onTelegram()).toEqual(['Hello', 'What people think'])
  expect(here.onSlack()).toEqual([
    { channel: channel.id, text: 'Hello' },
    { channel: feedbackChannel.id, text: 'What people think' },
  ])
})

test('an unknown transport is one error about the configuration, and alerts go to the messenger', async () => {
  await using here = await alerted({ ...toTelegram, ...toSlack, ALERTS_TRANSPORT: 'pigeon' })
  await here.app.ctx.ports.alerts.send('general', 'Hello')
  expect(here.onTelegram()).toEqual(['Hello'])
  expect(here.onSlack()).toEqual([])
  expect(here.lines.filter(({ level }) => level >= 50)).toMatchObject([
    { msg: 'ALERTS_TRANSPORT takes msgr, wchat or both; msgr is used' },
  ])
})

test('of two transports one that refuses is reported to the other, which gets each alert once', async () => {
  const dead = telegram.newBot()
  telegram.renewToken(dead)
  // A warning while the server starts may be what is refused first.
  const before = slack.sent.length
  await using here = await alerted({
    ...toTelegram,
    ...toSlack,
    ALERTS_TRANSPORT: 'both',
    ALERTS_MSGR_TOKEN: dead.token,
  })
  await here.app.given.organization({ name: 'Lake Books' })
  const times = (text: string) => slack.sent.slice(before).filter((one) => one.text === text).length
  const event = 'New organization: Lake Books'
  const refusal = 'an alert was not sent\nTelegram: Unauthorized'
  await expect.poll(() => [times(event), times(refusal)]).toEqual([1, 1])
  const jobs = async () =>
    (await here.app.ctx.db.$client.query("select state from jobs.job where name = 'organizations.alert'")).rows
  await expect.poll(jobs).toEqual([{ state: 'completed' }])
  await expect(here.app.ctx.ports.alerts.send('general', 'Hello')).resolves.toBeUndefined()
})

test('a transport without its variables is an error about the configuration where the other one has them', async () => {
  await using here = await alerted({ ...toTelegram, ALERTS_TRANSPORT: 'both' })
  expect(here.lines.filter(({ level }) => level >= 50)).toMatchObject([
    { msg: 'ALERTS_TRANSPORT is both, but ALERTS_WCHAT_TOKEN and ALERTS_WCHAT_CHANNEL are not set' },
  ])
  await here.app.ctx.ports.alerts.send('general', 'Hello')
  expect(here.onTelegram()).toContain('Hello')
})

test('a long alert is cut between characters', async () => {
  await using here = await alerted(toTelegram)
  await here.app.ctx.ports.alerts.send('general', `${'x'.repeat(3499)}😀 and more`)
  expect(here.onTelegram()).toEqual([`${'x'.repeat(3499)}…`])
})

test('a server without a transport sends nothing, and prepares nothing', async () => {
  await using here = await alerted({})
  const { user } = await here.app.given.organization().then(({ admin }) => ({ user: admin }))
  await createOrganization(here.app.ctx, { name: 'Quiet', owner_id: user.id })
  here.app.ctx.log.error('nobody is alerted of this')
  const { rows } = await here.app.ctx.db.$client.query("select 1 from jobs.job where name = 'organizations.alert'")
  expect(rows).toEqual([])
})

test('a new organization is an event', async () => {
  await using here = await alerted(toTelegram)
  const { admin } = await here.app.given.organization()
  await createOrganization(here.app.ctx, { name: 'Harbour Books', owner_id: admin.id })
  await expect.poll(here.onTelegram).toContainEqual('New organization: Harbour Books')
})

test('feedback that is changed within two minutes is one alert, of how it is then; none where it was taken back', async () => {
  await using here = await alerted(toTelegram)
  const { app } = here
  const job = 'conversations.alert-feedback'
  const waiting = async () =>
    (
      await app.ctx.db.$client.query(
        `select data, extract(epoch from start_after - created_on) as seconds from jobs.job where name = $1 and state = 'created'`,
        [job],
      )
    ).rows
  const letTimePass = async () => {
    await app.ctx.db.$client.query('update jobs.job set start_after = now() where name = $1', [job])
    await app.ctx.emit(jobEnqueued, { name: job, after_seconds: 0 })
    await expect.poll(waiting).toEqual([])
  }
  await using given = await givenInternalChat(app)
  const answer = async () => {
    given.vendor.reply({ text: 'It is on its way.' })
    const sent = await given.sendAndWait('Where is my parcel?')
    return `${given.base}/conversations/${sent.conversation_id}/messages/${sent.assistant_message_id}/feedback`
  }
  const kept = await answer()
  for (const body of [
    { reaction: 'like' },
    { reaction: 'dislike' },
    { reaction: 'dislike', feedback_comment: 'Too vague.' },
  ])
    expect((await given.client.put(kept, body)).status).toBe(200)
  const takenBack = await answer()
  for (const reaction of ['like', null]) await given.client.put(takenBack, { reaction })
  const jobs = await waiting()
  expect(jobs).toHaveLength(2)
  expect(jobs.map(({ seconds }) => Math.round(Number(seconds)))).toEqual([120, 120])
  await letTimePass()
  const aboutFeedback = () => here.onTelegram().filter((text) => /^[👍👎]/u.test(text))
  await expect.poll(aboutFeedback).toHaveLength(1)
  const [alert = ''] = aboutFeedback()
  expect(alert).toMatch(/^👎 .+ \(.+, Internal chat\)$/m)
  expect(alert).toContain('Too vague.')
  expect(alert).toContain('/inbox?conversation=')
})

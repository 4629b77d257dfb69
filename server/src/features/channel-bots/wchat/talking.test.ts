import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactChannels } from '#features/contacts/table.ts'
import { teammateSpend } from '#features/runs/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'
import { runsOf } from '#testing/chats/private-chat.ts'
import { channelThreads } from '../table.ts'

const { app, slack, givenBot, talking } = await startSlackApp()
const NOT_ENABLED = 'This chat is not enabled yet. Please ask an administrator to enable it.'

test('a direct message is answered in its chat, by the contact that its sender is', async () => {
  const here = await talking()
  await here.say({ from: here.anna, text: 'When do you open?' })
  const [answer] = await here.sentAfter(1)
  expect(answer).toMatchObject({ markdown_text: 'Hello from Ada', thread_ts: undefined })
  expect(slack.channels.get(answer?.channel ?? '')?.kind).toBe('im')
  expect(await here.messages()).toMatchObject([
    { role: 'contact', content: 'When do you open?', sender_name: null },
    { role: 'ai', content: 'Hello from Ada' },
  ])
  expect(await here.conversations()).toMatchObject([{ external_id: answer?.channel, title: null }])
  const own = and(eq(contactChannels.organization_id, here.organization.id), eq(contactChannels.channel, 'wchat'))
  expect(await app.ctx.db.select().from(contactChannels).where(own)).toMatchObject([{ external_id: here.anna.id }])
  // Within a thread of a direct chat the answer stays in it.
  await here.say({ from: here.anna, text: 'And on Sunday?', thread_ts: answer?.ts ?? '' })
  expect((await here.sentAfter(2))[1]).toMatchObject({ thread_ts: answer?.ts })
})

test('in a channel a mention is answered once, in a thread below it, and the thread continues without a mention', async () => {
  const here = await talking()
  const { anna, channel, mention } = here
  const max = slack.newPerson({ name: 'max', real_name: 'Max Ott' })
  await here.say({ from: anna, channel, text: 'Not for the bot' })
  const [, delivered] = await here.say({ from: anna, channel, text: `${mention}: can <@${max.id}> have &lt;one&gt;?` })
  const root = String(delivered?.envelope?.event.ts)
  expect(await here.sentAfter(1)).toMatchObject([
    { channel: channel.id, thread_ts: root, markdown_text: 'Hello from Ada' },
  ])
  await here.say({ from: max, channel, text: 'I would like two', thread_ts: root })
  expect((await here.sentAfter(2))[1]).toMatchObject({ thread_ts: root })
  expect(await here.messages()).toMatchObject([
    { role: 'contact', content: 'can @Max Ott have <one>?', sender_name: 'Anna Weber' },
    { role: 'ai' },
    { role: 'contact', content: 'I would like two', sender_name: 'Max Ott' },
    { role: 'ai' },
  ])
  await expect.poll(here.conversations).toMatchObject([{ external_id: channel.id, title: '#books' }])
})

test('a thread that began without the bot needs a mention each time', async () => {
  const here = await talking()
  const { anna, channel, mention } = here
  const [delivered] = await here.say({ from: anna, channel, text: 'Who has the keys?' })
  const thread_ts = String(delivered?.envelope?.event.ts)
  await here.say({ from: anna, channel, thread_ts, text: `${mention} do you?` })
  expect(await here.sentAfter(1)).toMatchObject([{ thread_ts }])
  await here.say({ from: anna, channel, thread_ts, text: 'Never mind' })
  await here.allProcessed()
  expect(await here.received()).toEqual(['do you?'])
  expect(await app.ctx.db.$count(channelThreads, eq(channelThreads.thread_id, thread_ts))).toBe(0)
})

test('what one person writes in two threads is answered in each of them', async () => {
  const here = await talking()
  const { anna, channel, mention } = here
  const { promise: until, resolve: free } = Promise.withResolvers<void>()
  here.vendor.reply(() => ({ text: 'Done', until }))
  const [first] = await here.say({ from: anna, channel, text: `${mention} first` })
  await expect.poll(() => here.vendor.requests.length).toBe(1)
  const [second] = await here.say({ from: anna, channel, text: `${mention} second` })
  const [third] = await here.say({ from: anna, channel, text: `${mention} third` })
  here.vendor.reply(() => ({ text: 'Done' }))
  free()
  const roots = [first, second, third].map((delivered) => String(delivered?.envelope?.event.ts))
  expect((await here.sentAfter(3)).map(({ thread_ts }) => thread_ts)).toEqual(roots)
})

test('edits, deletions, joins, other bots and the bot itself are no messages', async () => {
  const here = await talking()
  const { anna, channel, mention, bot } = here
  const text = `${mention} again`
  for (const fields of [
    { subtype: 'message_changed', message: { text } },
    { subtype: 'message_deleted', deleted_ts: '1.1' },
    { subtype: 'channel_join' },
    { subtype: 'bot_message', bot_id: 'B9', user: undefined },
    { bot_id: 'B9' },
    { user: bot.user_id },
    { user: 'USLACKBOT' },
    { user: undefined },
  ]) {
    for (const to of [{}, { channel }]) {
      const delivered = await here.say({ from: anna, text, ...to, fields })
      expect(delivered.map(({ status, body }) => [status, body])).toEqual(delivered.map(() => [200, { ok: true }]))
    }
  }
  // An edit that adds a mention comes as one.
  await slack.tell(bot, {
    type: 'app_mention',
    user: anna.id,
    text,
    ts: '1790009999.000100',
    channel: channel.id,
    edited: { user: anna.id, ts: '1790009999.000200' },
  })
  await here.allProcessed()
  expect([await here.messages(), here.sent()]).toEqual([[], []])
})

test('a mention in a thread is answered once where its reply is also sent to the channel', async () => {
  const here = await talking()
  const { anna, channel, mention } = here
  const [delivered] = await here.say({ from: anna, channel, text: 'Who has the keys?' })
  const thread_ts = String(delivered?.envelope?.event.ts)
  const fields = { subtype: 'thread_broadcast' }
  await here.say({ from: anna, channel, thread_ts, text: `${mention} do you?`, fields })
  expect(await here.sentAfter(1)).toMatchObject([{ thread_ts }])
  await here.say({ from: anna, channel, thread_ts, text: 'Never mind', fields })
  await here.say({ from: anna, text: 'Only rule 12 passes this by', fields })
  await here.allProcessed()
  expect([await here.received(), here.sent().length]).toEqual([['do you?'], 1])
})

test('a chat waits for an administrator, and says so to those who address the bot and to nobody else', async () => {
  const here = await givenBot()
  await here.connect()
  const channel = slack.newChannel({ name: 'sales', members: [here.bot.user_id] })
  const ivan = slack.newPerson({ name: 'ivan', real_name: 'Иван Петров', locale: 'ru-RU' })
  await here.say({ from: here.anna, channel, text: 'Among us' })
  expect((await here.chats()).length).toBe(1)
  const [delivered] = await here.say({ from: here.anna, channel, text: `<@${here.bot.user_id}> hello` })
  await here.say({ from: ivan, text: 'Привет' })
  expect(await here.sentAfter(2)).toMatchObject([
    { channel: channel.id, thread_ts: delivered?.envelope?.event.ts, text: NOT_ENABLED },
    { text: 'Этот чат ещё не включён. Попросите администратора включить его.' },
  ])
  await expect
    .poll(async () =>
      (await here.chats()).map(({ channel_name, kind, is_waiting }) => [channel_name, kind, is_waiting]),
    )
    .toEqual([
      ['Иван Петров', 'private', true],
      ['#sales', 'group', true],
    ])
  const events = app.events.find(
    'ai_employee_slack_chat.updated',
    ({ payload }) => payload.employee_id === here.teammate.id,
  )
  expect(events.map(({ payload }) => payload.channel_name)).toContain('#sales')
  await here.enable()
  await here.say({ from: ivan, text: 'Привет' })
  expect((await here.sentAfter(3))[2]).toMatchObject({ markdown_text: 'Hello from Ada' })
})

test('a channel from which the bot was removed has to be enabled again', async () => {
  const here = await talking()
  await slack.tell(here.bot, { type: 'channel_left', channel: here.channel.id, actor_id: here.anna.id })
  expect(await here.chats()).toMatchObject([{ channel_name: '#books', status: 'disabled' }])
})

test('a direct chat of several people is a shared one', async () => {
  const here = await talking()
  const group = slack.newChannel({ kind: 'mpim', name: '@anna @max', members: [here.bot.user_id] })
  await here.say({ from: here.anna, channel: group, text: 'Hello all' })
  await expect
    .poll(async () => (await here.chats())[0])
    .toMatchObject({ kind: 'group', channel_name: 'Group messaging with: @anna @max', status: 'disabled' })
  expect(here.sent()).toEqual([])
})

test('a personal assistant answers in direct chats that its owner has enabled, and in no channel', async () => {
  const here = await givenBot()
  const owner = await app.as(here.member)
  const { body: ally } = await owner.get(`/api/organizations/${here.organization.id}/employees/ally`)
  await app.ctx.db.update(aiEmployees).set({ model: here.teammate.model }).where(eq(aiEmployees.id, ally.id))
  const path = `/api/organizations/${here.organization.id}/employees/${ally.id}/slack`
  expect((await here.client.get(path)).status).toBe(404)
  const bot = slack.createApp((await owner.get(`${path}/manifest`)).body)
  await owner.post(path, { bot_token: bot.token, signing_secret: bot.signing_secret })
  expect(await owner.patch(path, { enables_private_chats: true })).toMatchObject({
    status: 409,
    body: { code: 'PERSONAL_ASSISTANT' },
  })
  const channel = slack.newChannel({ members: [bot.user_id] })
  await slack.tell(bot, { type: 'member_joined_channel', user: bot.user_id, channel: channel.id, channel_type: 'C' })
  await slack.say(bot, { from: here.anna, channel, text: 'Welcome' })
  await slack.say(bot, { from: here.anna, channel, text: `<@${bot.user_id}> tell me` })
  await slack.say(bot, { from: here.anna, text: 'Hello' })
  await expect.poll(() => slack.sent.filter((one) => one.bot === bot)).toMatchObject([{ text: NOT_ENABLED }])
  const { data: chats } = (await owner.get(`${path}/chats`)).body
  // A channel could be enabled to no effect.
  expect(chats).toMatchObject([{ kind: 'private' }])
  await owner.put(`${path}/chats/${chats[0].id}/status`, { status: 'enabled' })
  await slack.say(bot, { from: here.anna, text: 'Hello again' })
  await expect.poll(() => slack.sent.filter((one) => one.bot === bot).length).toBe(2)
})

test('past its limit for the day a teammate says so in the thread, runs nothing, and a person is asked for', async () => {
  const here = await talking({ organization: { ai_employee_daily_cost_limit_usd: 1 } })
  const day = app.ctx.now().toISOString().slice(0, 10)
  const spent = { organization_id: here.organization.id, employee_id: here.teammate.id, day, spent_usd: 1 }
  await app.ctx.db.insert(teammateSpend).values(spent)
  const [delivered] = await here.say({ from: here.anna, channel: here.channel, text: `${here.mention} hello` })
  expect(await here.sentAfter(1)).toMatchObject([
    {
      text: 'Ada can’t answer right now. A person will reply here as soon as possible.',
      thread_ts: delivered?.envelope?.event.ts,
    },
  ])
  expect(await runsOf(app, here.organization)).toEqual([])
  expect(await here.conversations()).toMatchObject([{ status: 'waiting_for_operator' }])
})

test('while a run is at work its thread shows it, and no longer', async () => {
  const here = await talking()
  const { promise: until, resolve: free } = Promise.withResolvers<void>()
  here.vendor.reply(() => ({ text: 'Done', until }))
  const [delivered] = await here.say({ from: here.anna, channel: here.channel, text: `${here.mention} hello` })
  const thread_ts = delivered?.envelope?.event.ts
  await expect.poll(here.statuses).toMatchObject([{ thread_ts, status: 'is typing…' }])
  free()
  await here.sentAfter(1)
  await expect.poll(here.statuses).toMatchObject([{}, { thread_ts, status: '' }])
})

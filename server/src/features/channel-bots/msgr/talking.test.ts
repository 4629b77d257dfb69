import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { teammateSpend } from '#features/runs/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'
import { runsOf } from '#testing/chats/private-chat.ts'
import { channelUpdates } from '../table.ts'
import { msgr } from './channel.ts'
import { showTyping } from './show-typing.ts'

const { app, telegram, givenBot, talking } = await startTelegramApp()
type ChatMessage = { role: string; content: string }

const NOT_ENABLED = 'This chat is not enabled yet. Please ask an administrator to enable it.'

test('a chat is registered disabled, its first words get a notice, and once enabled it is answered', async () => {
  const here = await givenBot()
  await here.connect()
  await telegram.say(here.bot, { text: 'Do you have the new one?' })
  expect(await here.chats()).toMatchObject([{ kind: 'private', channel_name: 'Anna Weber', status: 'disabled' }])
  expect(await here.sentAfter(1)).toMatchObject([{ method: 'sendMessage', text: NOT_ENABLED }])
  expect(await here.conversations()).toEqual([])
  expect(await runsOf(app, here.organization)).toEqual([])
  expect(here.vendor.requests).toEqual([])

  await here.enable()
  await telegram.say(here.bot, { text: 'And now?' })
  expect((await here.sentAfter(2))[1]).toMatchObject({
    method: 'sendRichMessage',
    text: 'Hello from Ada',
    reply_to: null,
  })
  expect(here.asked()).toContain('And now?')
  expect(await here.conversations()).toMatchObject([{ external_id: '5100000001', title: null, delivers_by: 'msgr' }])
  const [question, answer] = await here.messages()
  expect(question).toMatchObject({ role: 'contact', content: 'And now?' })
  expect(answer).toMatchObject({ role: 'ai', content: 'Hello from Ada', status: 'completed' })

  const [chat] = await here.chats()
  await here.client.put(`${here.path}/chats/${chat?.id}/status`, { status: 'disabled' })
  await telegram.say(here.bot, { text: 'Still there?' })
  expect((await here.sentAfter(3))[2]).toMatchObject({ text: NOT_ENABLED })
  expect(await here.messages()).toHaveLength(2)
})

test('the next message continues in the same conversation, and another person has one of their own', async () => {
  const here = await talking()
  await telegram.say(here.bot, { text: 'I am Anna' })
  await here.sentAfter(1)
  await telegram.say(here.bot, { text: 'Who am I?' })
  await here.sentAfter(2)
  expect(here.asked()).toContain('I am Anna')
  await telegram.say(here.bot, { from: telegram.newPerson({ first_name: 'Boris' }), text: 'Hi' })
  await here.sentAfter(3)
  expect(here.asked()).not.toContain('Anna')
  expect(await here.conversations()).toHaveLength(2)
})

test('what comes again is dropped', async () => {
  const here = await talking()
  const delivered = await telegram.say(here.bot, { text: 'one' })
  await Promise.all([1, 2, 3, 4].map(() => telegram.redeliver(delivered.update)))
  await here.sentAfter(1)
  await telegram.redeliver(delivered.update)
  await here.allProcessed()
  expect(await here.received()).toEqual(['one'])
})

test('what is said while the teammate is at work is taken together when it has answered, in its order', async () => {
  const here = await talking()
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['Wait', '.'], until: gate.promise })
  await telegram.say(here.bot, { text: 'Hello' })
  await expect.poll(() => here.vendor.requests.length).toBe(1)
  for (const text of ['I have', 'a question', 'about shoes']) await telegram.say(here.bot, { text })
  await telegram.say(here.bot, { document: { bytes: Buffer.from('x'), name: 'shoes.txt' } })
  expect(here.vendor.requests.length).toBe(1)
  gate.resolve()
  expect((await here.sentAfter(2)).map(({ text }) => text)).toEqual(['Wait.', 'Hello from Ada'])
  expect(await here.received()).toEqual(['Hello', 'I have\na question\nabout shoes'])
})

test('of what is taken together each message keeps what it replies to, and an opening asks for nothing', async () => {
  const here = await talking()
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['Wait', '.'], until: gate.promise })
  const first = await telegram.say(here.bot, { text: 'The blue one costs 20' })
  await expect.poll(() => here.vendor.requests.length).toBe(1)
  const reply_to = first.update.message?.message_id ?? 0
  await telegram.say(here.bot, { text: '/start' })
  await telegram.say(here.bot, { text: 'I have a question' })
  await telegram.say(here.bot, { text: 'Is that right?', reply_to })
  gate.resolve()
  await here.sentAfter(2)
  expect((await here.received())[1]).toBe('I have a question\nIs that right?')
  expect((await here.inputs())[1]?.message).toBe(
    'I have a question\nreply to [[The blue one costs 20]]: Is that right?',
  )
})

test('in a group each keeps their own words, however quickly they come', async () => {
  const here = await talking()
  const group = telegram.newGroup()
  await telegram.say(here.bot, { chat: group, member: 'member' })
  await here.enable()
  const boris = telegram.newPerson({ first_name: 'Boris' })
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['Wait', '.'], until: gate.promise })
  const name = `@${here.bot.username}`
  await telegram.say(here.bot, { chat: group, text: `${name} one` })
  await expect.poll(() => here.vendor.requests.length).toBe(1)
  await telegram.say(here.bot, { chat: group, text: `${name} two` })
  await telegram.say(here.bot, { chat: group, text: `${name} three` })
  await telegram.say(here.bot, { chat: group, from: boris, text: `${name} four` })
  gate.resolve()
  await here.sentAfter(3)
  const asked = (await here.messages()).filter(({ role }) => role === 'contact')
  expect(asked).toMatchObject([
    { sender_name: 'Anna Weber', content: `${name} one` },
    { sender_name: 'Anna Weber', content: `${name} two\n${name} three` },
    { sender_name: 'Boris', content: `${name} four` },
  ])
  expect(
    JSON.parse(here.asked()).flatMap(({ role, content }: ChatMessage) => (role === 'user' ? content : [])),
  ).toEqual(asked.map(({ sender_name, content }) => `${sender_name}: ${content}`))
  const [first, , last] = asked
  expect(first?.contact_channel_id).not.toBe(last?.contact_channel_id)
})

test('an opening is greeted, and what cannot be read is answered so, in the language of the person who writes', async () => {
  const here = await talking()
  await telegram.say(here.bot, { text: '/start' })
  expect(await here.sentAfter(1)).toMatchObject([{ text: 'Hello! This is Ada. How can I help?' }])
  await telegram.say(here.bot, { fields: { location: { latitude: 1, longitude: 1 } } })
  await telegram.say(here.bot, { fields: { giveaway: { chats: [], winners_selection_date: 1, winner_count: 1 } } })
  const unreadable = { text: 'I can’t read this kind of message.' }
  expect((await here.sentAfter(3)).slice(1)).toMatchObject([unreadable, unreadable])
  expect(here.vendor.requests).toEqual([])
  const olga = { ...telegram.newPerson({ first_name: 'Olga' }), language_code: 'ru' }
  await telegram.say(here.bot, { from: olga, text: '/start', fields: { from: { ...olga, is_bot: false } } })
  expect((await here.sentAfter(4))[3]).toMatchObject({ text: 'Здравствуйте! Это Ada. Чем могу помочь?' })
})

test('what Telegram reports in a private chat is no message of the person', async () => {
  const here = await talking()
  for (const fields of [
    { forum_topic_created: { name: 'Orders', icon_color: 0 }, message_thread_id: 7, is_topic_message: true },
    { pinned_message: { message_id: 1 } },
    { message_auto_delete_timer_changed: { message_auto_delete_time: 86_400 } },
  ]) {
    await telegram.say(here.bot, { fields })
  }
  await telegram.say(here.bot, { text: 'Hello?' })
  expect(await here.sentAfter(1)).toMatchObject([{ text: 'Hello from Ada' }])
})

test('past its limit for the day a teammate says so each time, runs nothing, and a person is asked for', async () => {
  const here = await talking({ organization: { ai_employee_daily_cost_limit_usd: 1 } })
  const day = app.ctx.now().toISOString().slice(0, 10)
  const spent = { organization_id: here.organization.id, employee_id: here.teammate.id, day, spent_usd: 1 }
  await app.ctx.db.insert(teammateSpend).values(spent)
  const text = 'Ada can’t answer right now. A person will reply here as soon as possible.'
  for (const count of [1, 2]) {
    await telegram.say(here.bot, { text: `Hello ${count}` })
    expect((await here.sentAfter(count)).at(-1)).toMatchObject({ text })
  }
  expect(await runsOf(app, here.organization)).toEqual([])
  expect(await here.conversations()).toMatchObject([{ status: 'waiting_for_operator' }])
  expect(await here.messages()).toMatchObject([
    { role: 'contact', content: 'Hello 1' },
    { role: 'bot' },
    { role: 'system' },
    { role: 'contact', content: 'Hello 2' },
    { role: 'bot' },
  ])
})

test('a teammate that fails says so, and a person is asked for', async () => {
  const here = await talking()
  here.vendor.reply(() => ({ fault: 'status', status: 400, message: 'no' }))
  await telegram.say(here.bot, { text: 'Hello?' })
  expect(await here.sentAfter(1)).toMatchObject([{ text: expect.stringContaining('can’t answer right now') }])
  expect(await here.conversations()).toMatchObject([{ status: 'waiting_for_operator' }])
})

test('while an operator has the conversation they are heard, and the teammate is silent', async () => {
  const here = await talking()
  await telegram.say(here.bot, { text: 'Hello' })
  await here.sentAfter(1)
  const [conversation] = await here.conversations()
  const base = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}`
  await here.client.post(`${base}/messages`, { content: 'This is a *person*' })
  expect((await here.sentAfter(2))[1]).toMatchObject({ text: 'This is a *person*' })
  const asked = here.vendor.requests.length
  await telegram.say(here.bot, { text: 'Thank you', document: { bytes: Buffer.from('x'), name: 'x.txt' } })
  await expect.poll(async () => (await here.messages()).at(-1)?.content).toBe('Thank you')
  expect(here.vendor.requests.length).toBe(asked)
  await here.client.post(`${base}/unassign/`)
  // What nobody has answered is answered now.
  await here.sentAfter(3)
  await telegram.say(here.bot, { text: 'Are you back?' })
  await here.sentAfter(4)
})

test('in an inactive organization the platform is told so, and nothing is kept', async () => {
  const here = await talking()
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, here.organization.id))
  const { status, body } = await telegram.say(here.bot, { text: 'Hello' })
  expect([status, body]).toEqual([200, { ok: true, code: 'ORGANIZATION_INACTIVE' }])
  expect(await here.chats()).toEqual([])
})

test('the chat shows that the teammate is typing while it works, and no longer', async () => {
  const here = await talking()
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['Hel', 'lo'], until: gate.promise })
  await telegram.say(here.bot, { text: 'Hello' })
  const typing = () => telegram.actions.filter(({ bot }) => bot === here.bot.id)
  await expect.poll(() => typing().length).toBe(1)
  gate.resolve()
  await here.sentAfter(1)

  const [conversation] = await here.conversations()
  const ctx = extendContext(app.ctx, { organization: here.organization })
  const ended = new AbortController()
  const parties = { teammate: here.teammate, channel: msgr, contact_channel: { id: '', user_id: null } }
  const shown = showTyping(ctx, conversation?.id ?? '', parties, ended.signal)
  await expect.poll(() => typing().length).toBe(2)
  ended.abort()
  await shown
})

test('a person who writes without end is answered at a pace, and nothing is lost', async () => {
  const here = await talking()
  const ofThese = eq(channelUpdates.organization_id, here.organization.id)
  for (let n = 1; n <= 20; n++) {
    await telegram.say(here.bot, { text: `${n}` })
    await here.sentAfter(n)
  }
  await telegram.say(here.bot, { text: '21' })
  const waiting = () =>
    app.ctx.db
      .select()
      .from(channelUpdates)
      .where(and(ofThese, isNotNull(channelUpdates.batch_id), isNotNull(channelUpdates.due_at)))
  await expect.poll(async () => (await waiting())[0]?.due_at?.getTime()).toBeGreaterThan(app.ctx.now().getTime() + 1000)
  expect(await waiting()).toMatchObject([{ attempts: 0 }])
  expect(await here.received()).toEqual(Array.from({ length: 20 }, (_, n) => `${n + 1}`))
})

test('a person who writes before it is decided waits, is counted, and is let in by one decision or each by their own', async () => {
  const here = await givenBot()
  await here.connect()
  const bots = async () => (await here.client.get(`/api/organizations/${here.organization.id}/channel-bots`)).body.data
  const { username } = here.bot
  const own = { employee_id: here.teammate.id, channel: 'msgr', username, status: 'active', has_problem: false }
  expect(await bots()).toEqual([{ ...own, is_access_decided: false, waiting_chats: 0 }])
  for (const first_name of ['Anna', 'Boris', 'Clara'])
    await telegram.say(here.bot, { from: telegram.newPerson({ first_name }), text: 'Hello' })
  const statuses = async () =>
    (await here.chats())
      .map(({ channel_name, status, is_waiting }) => `${channel_name} ${status}${is_waiting ? ', waiting' : ''}`)
      .sort()
  await expect.poll(statuses).toEqual(['Anna disabled, waiting', 'Boris disabled, waiting', 'Clara disabled, waiting'])
  expect(await bots()).toEqual([{ ...own, is_access_decided: false, waiting_chats: 3 }])
  const decide = async (name: string, status: string) => {
    const chat = (await here.chats()).find(({ channel_name }) => channel_name === name)
    expect((await here.client.put(`${here.path}/chats/${chat?.id}/status`, { status })).status).toBe(200)
  }
  await decide('Anna', 'disabled')
  await here.client.patch(here.path, { enables_private_chats: false })
  expect(await statuses()).toEqual(['Anna disabled', 'Boris disabled, waiting', 'Clara disabled, waiting'])
  expect(await bots()).toEqual([{ ...own, is_access_decided: true, waiting_chats: 2 }])
  await decide('Boris', 'enabled')
  await here.client.patch(here.path, { enables_private_chats: true })
  // Whom someone has turned away stays so.
  expect(await statuses()).toEqual(['Anna disabled', 'Boris enabled', 'Clara enabled'])
  expect(await bots()).toEqual([{ ...own, is_access_decided: true, waiting_chats: 0 }])

  const member = await app.as(here.member)
  expect((await member.get(`/api/organizations/${here.organization.id}/channel-bots`)).body.data).toEqual([])
})

import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { teammateSpend } from '#features/runs/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { users } from '#features/users/table.ts'
import { runsOf } from '#testing/private-chat.ts'
import { startTelegramApp } from '#testing/telegram.ts'
import { channelUpdates } from '../table.ts'

const { app, telegram, place, talking } = await startTelegramApp()
const NOT_ENABLED = 'This chat is not enabled yet. Please ask an administrator to enable it.'

test('a chat is registered disabled, its first words get a notice, and once enabled it is answered', async () => {
  const here = await place()
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

test('the next message goes on in the same conversation, and another person has one of their own', async () => {
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

test('messages that come quickly are taken in their order, and one that comes again is dropped', async () => {
  const here = await talking()
  const told = await Promise.all(
    ['one', 'two', 'three', 'four', 'five'].map((text) => telegram.say(here.bot, { text })),
  )
  await Promise.all(told.flatMap(({ update }) => [telegram.redeliver(update), telegram.redeliver(update)]))
  await here.sentAfter(5)
  const said = (await here.messages()).filter(({ role }) => role === 'contact').map(({ content }) => content)
  expect(said.toSorted()).toEqual(['five', 'four', 'one', 'three', 'two'])
  // Those that were cut off before they could say that they were taken come again too.
  const body = { ...told[0]?.update }
  await app.ctx.db
    .update(channelUpdates)
    .set({ body, due_at: app.ctx.now(), message_id: null })
    .where(eq(channelUpdates.external_id, String(told[0]?.update.update_id)))
  await telegram.say(here.bot, { text: 'six' })
  await here.sentAfter(6)
  await expect.poll(async () => (await here.messages()).filter(({ role }) => role === 'contact').length).toBe(6)
})

test('a reply carries what it replies to, by the marked part where there is one', async () => {
  const here = await talking()
  const first = await telegram.say(here.bot, { text: 'The blue one costs 20' })
  await here.sentAfter(1)
  const reply_to = first.update.message?.message_id ?? 0
  await telegram.say(here.bot, { text: 'Is that right?', reply_to })
  await here.sentAfter(2)
  await telegram.say(here.bot, { text: 'And this?', reply_to, quote: 'blue one' })
  await here.sentAfter(3)
  const said = (await here.messages()).filter(({ role }) => role === 'contact').map(({ content }) => content)
  expect(said.slice(1)).toEqual([
    'reply to [[The blue one costs 20]]: Is that right?',
    'reply to [[blue one]]: And this?',
  ])
})

test('past its limit for the day a teammate says so, runs nothing, and a person is asked for', async () => {
  const here = await talking({ organization: { ai_employee_daily_cost_limit_usd: 1 } })
  const day = app.ctx.now().toISOString().slice(0, 10)
  const spent = { organization_id: here.organization.id, employee_id: here.teammate.id, day, spent_usd: 1 }
  await app.ctx.db.insert(teammateSpend).values(spent)
  await telegram.say(here.bot, { text: 'Hello?' })
  expect(await here.sentAfter(1)).toMatchObject([
    { text: 'Ada can’t answer right now. A person will reply here as soon as possible.' },
  ])
  expect(await runsOf(app, here.organization)).toEqual([])
  expect(await here.conversations()).toMatchObject([{ status: 'waiting_for_operator' }])
  expect(await here.messages()).toMatchObject([
    { role: 'contact', content: 'Hello?' },
    { role: 'bot' },
    { role: 'system' },
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
  await telegram.say(here.bot, { text: 'Are you back?' })
  await here.sentAfter(3)
})

test('in an inactive organization the platform is told so, and nothing is kept', async () => {
  const here = await talking()
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, here.organization.id))
  const { status, body } = await telegram.say(here.bot, { text: 'Hello' })
  expect([status, body]).toEqual([200, { ok: true, code: 'ORGANIZATION_INACTIVE' }])
  expect(await here.chats()).toEqual([])
})

test('a personal assistant answers the account that its owner has linked, and nobody else', async () => {
  const here = await place()
  const owner = await app.as(here.member)
  const { body: ally } = await owner.get(`/api/organizations/${here.organization.id}/employees/ally`)
  await app.ctx.db.update(aiEmployees).set({ model: here.teammate.model }).where(eq(aiEmployees.id, ally.id))
  const path = `/api/organizations/${here.organization.id}/employees/${ally.id}/telegram`
  expect((await here.client.get(path)).status).toBe(404)
  expect((await owner.post(path, { token: here.bot.token })).body).toMatchObject({ enables_private_chats: true })
  const stranger = telegram.newPerson()
  const me = telegram.newPerson({ first_name: 'Mia' })
  await telegram.say(here.bot, { from: me, text: 'Not linked yet' })
  await here.allTaken()
  await app.ctx.db
    .update(users)
    .set({ msgr_account_id: String(me.id) })
    .where(eq(users.id, here.member.id))
  await telegram.say(here.bot, { from: stranger, text: 'Tell me all' })
  await telegram.say(here.bot, { from: me, text: 'What is on today?' })
  await here.sentAfter(1)
  expect(await here.messages()).toMatchObject([{ content: 'What is on today?' }, { role: 'ai' }])
})

test('the chat shows that the teammate is typing while it works, and no longer', async () => {
  const here = await talking()
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['Hel', 'lo'], until: gate.promise })
  await telegram.say(here.bot, { text: 'Hello' })
  const typing = () => telegram.actions.filter(({ bot }) => bot === here.bot.id)
  await expect.poll(() => typing().length, { timeout: 8000 }).toBeGreaterThanOrEqual(2)
  gate.resolve()
  await here.sentAfter(1)
  const shown = typing().length
  await new Promise((resolve) => setTimeout(resolve, 4500))
  expect(typing().length).toBe(shown)
})

test('whoever writes without end is answered at a pace, and nothing is lost', async () => {
  const here = await talking()
  for (let n = 1; n <= 24; n++) await telegram.say(here.bot, { text: `${n}` })
  await here.sentAfter(20)
  const said = (await here.messages()).filter(({ role }) => role === 'contact').map(({ content }) => content)
  expect(said).toEqual(Array.from({ length: 20 }, (_, n) => `${n + 1}`))
  const waiting = await app.ctx.db
    .select({ attempts: channelUpdates.attempts })
    .from(channelUpdates)
    .where(and(eq(channelUpdates.organization_id, here.organization.id), isNotNull(channelUpdates.due_at)))
  expect(waiting).toEqual([0, 0, 0, 0].map((attempts) => ({ attempts })))
})

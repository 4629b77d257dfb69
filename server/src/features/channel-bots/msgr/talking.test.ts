import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachments } from '#features/conversations/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { teammateSpend } from '#features/runs/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { users } from '#features/users/table.ts'
import { runsOf } from '#testing/private-chat.ts'
import { startTelegramApp } from '#testing/telegram.ts'
import { channelUpdates } from '../table.ts'

const { app, telegram, place } = await startTelegramApp({ CHAT_MAX_ATTACHMENTS: '3', CHAT_MAX_ATTACHMENT_SIZE_MB: '1' })
const NOT_ENABLED = 'This chat is not enabled yet. Please ask an administrator to enable it.'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A place in which one has talked before: its private chat is enabled. */
async function talking({ values, organization }: Parameters<typeof place>[0] = {}) {
  const here = await place({
    values: { model_values: { is_multimodal: true }, ...values },
    ...(organization && { organization }),
  })
  await here.connect()
  await here.client.patch(here.path, { enables_private_chats: true })
  return here
}

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

test('in a group the teammate answers who mentions it or replies to it, and says to what', async () => {
  const here = await place()
  await here.connect()
  const group = telegram.newGroup('Reading circle')
  await telegram.say(here.bot, { chat: group, member: 'member' })
  expect(await here.chats()).toMatchObject([{ kind: 'group', channel_name: 'Reading circle', status: 'disabled' }])
  await telegram.say(here.bot, { chat: group, text: 'Nobody is meant' })
  await telegram.say(here.bot, { chat: group, text: `@${here.bot.username} hello?` })
  expect(await here.sentAfter(1)).toMatchObject([{ text: NOT_ENABLED }])
  await here.enable()
  await telegram.say(here.bot, { chat: group, text: 'Still nobody' })
  const asked = await telegram.say(here.bot, { chat: group, text: `@${here.bot.username.toUpperCase()} what is new?` })
  const [, answer] = await here.sentAfter(2)
  expect(answer).toMatchObject({
    chat_id: String(group.id),
    text: 'Hello from Ada',
    reply_to: asked.update.message?.message_id,
  })
  const boris = telegram.newPerson({ first_name: 'Boris' })
  await telegram.say(here.bot, { chat: group, from: boris, text: 'And older ones?', reply_to: answer?.message_id ?? 0 })
  await here.sentAfter(3)
  expect(here.asked()).toContain('Anna Weber: @')
  expect(here.asked()).toContain('Boris: ')
  expect(here.asked()).toContain('And older ones?')
  expect(here.asked()).not.toContain('Still nobody')
  const [conversation] = await here.conversations()
  expect(conversation).toMatchObject({ title: 'Reading circle', external_id: String(group.id) })
  await telegram.say(here.bot, { chat: { ...group, title: 'Book club' }, text: `@${here.bot.username} again` })
  await here.sentAfter(4)
  await expect.poll(async () => (await here.conversations())[0]?.title).toBe('Book club')
})

test('a topic is a chat of its own, named after its group and itself', async () => {
  const here = await place()
  await here.connect()
  const fair = telegram.newSupergroup('Book fair', { isForum: true })
  const topic = { id: 7, name: 'Tickets' }
  await telegram.say(here.bot, { chat: fair, topic, text: `@${here.bot.username} hi` })
  await here.sentAfter(1)
  expect(await here.chats()).toMatchObject([{ chat_id: `${fair.id}:7`, channel_name: 'Book fair / Tickets' }])
  await here.enable()
  await telegram.say(here.bot, { chat: fair, topic, text: `@${here.bot.username} are there any?` })
  expect((await here.sentAfter(2))[1]).toMatchObject({ chat_id: String(fair.id), thread: 7 })
  expect(await here.conversations()).toMatchObject([{ external_id: `${fair.id}:7`, title: 'Book fair / Tickets' }])
})

test('a group that becomes a supergroup keeps its conversation, and stays enabled', async () => {
  const here = await place()
  await here.connect()
  const group = telegram.newGroup()
  await telegram.say(here.bot, { chat: group, member: 'member' })
  await here.enable()
  await telegram.say(here.bot, { chat: group, text: `@${here.bot.username} one` })
  await here.sentAfter(1)
  const upgraded = await telegram.upgrade(here.bot, group)
  await telegram.say(here.bot, { chat: upgraded, text: `@${here.bot.username} two` })
  expect((await here.sentAfter(2))[1]).toMatchObject({ chat_id: String(upgraded.id) })
  expect(await here.conversations()).toMatchObject([{ external_id: String(upgraded.id) }])
  expect(await here.chats()).toMatchObject([{ chat_id: String(upgraded.id), status: 'enabled' }])
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

test('files come along, pictures of an album together, and what is too much is left out with a word', async () => {
  const here = await talking()
  await telegram.say(here.bot, { document: { bytes: Buffer.from('a,b'), name: 'list.csv', mime_type: 'text/csv' } })
  await here.sentAfter(1)
  const [alone] = await here.messages()
  const filesOf = (id: string | undefined) =>
    app.ctx.db
      .select()
      .from(attachments)
      .where(eq(attachments.message_id, id ?? ''))
      .orderBy(attachments.id)
  expect(await filesOf(alone?.id)).toMatchObject([{ name: 'list.csv', mime_type: 'text/csv', size: 3 }])

  const album = { media_group_id: 'album-1' }
  const picture = { photo: { bytes: PNG } }
  await telegram.say(here.bot, { ...picture, ...album, caption: 'Look at these' })
  for (const _ of [2, 3, 4]) await telegram.say(here.bot, { ...picture, ...album })
  app.clock.advance(1000)
  const [, answer, warning] = await here.sentAfter(3)
  const [, , question] = await here.messages()
  expect(question).toMatchObject({ role: 'contact', content: 'Look at these' })
  expect(await filesOf(question?.id)).toHaveLength(3)
  expect([answer?.text, warning?.text].toSorted()).toEqual(['Hello from Ada', 'Some attachments were not processed.'])
  const content = JSON.parse(here.asked()).at(-1)?.content
  expect(content.filter(({ type }: { type: string }) => type === 'image_url')).toHaveLength(3)

  await telegram.say(here.bot, { document: { bytes: randomBytes(1_100_000), name: 'large.bin' } })
  expect((await here.sentAfter(4))[3]).toMatchObject({
    text: 'Some attachments were not processed.',
    reply_to: expect.any(Number),
  })
  expect((await here.messages()).filter(({ role }) => role === 'contact')).toHaveLength(2)
  await telegram.say(here.bot, { caption: 'See this', document: { bytes: randomBytes(1_100_000), name: 'large.bin' } })
  await here.sentAfter(6)
  expect(here.asked()).toContain('See this')
})

test('every kind of file that people send is taken', async () => {
  const here = await talking()
  const bytes = Buffer.from('bytes')
  const kinds = { audio: 0, video: 0, video_note: 0, animation: 0, sticker: 0 }
  for (const [index, kind] of Object.keys(kinds).entries()) {
    await telegram.say(here.bot, { [kind]: { bytes } })
    await here.sentAfter(index + 1)
  }
  const rows = await app.ctx.db
    .select({ name: attachments.name })
    .from(attachments)
    .where(eq(attachments.organization_id, here.organization.id))
    .orderBy(attachments.id)
  expect(rows.map(({ name }) => name)).toEqual([
    'audio.mp3',
    'video.mp4',
    'video-note.mp4',
    'animation.mp4',
    'sticker.webp',
  ])
})

test('a voice message that nobody can write down is answered all the same', async () => {
  const here = await talking()
  await telegram.say(here.bot, { voice: { bytes: Buffer.from('OggS'), mime_type: 'audio/ogg' } })
  await here.sentAfter(1)
  expect(here.asked()).toContain('[The voice message could not be transcribed.]')
})

test('a voice message is written down before the teammate reads it', async () => {
  const here = await talking()
  const listener = await app.given.model({ provider: 'custom', is_stt: true })
  await app.ctx.db.update(aiEmployees).set({ stt_model: listener.id }).where(eq(aiEmployees.id, here.teammate.id))
  here.vendor.reply({ text: 'When do you open?' })
  await telegram.say(here.bot, { voice: { bytes: Buffer.from('OggS, and what was said'), mime_type: 'audio/ogg' } })
  await here.sentAfter(1)
  expect(await here.messages()).toMatchObject([{ role: 'contact', content: 'When do you open?' }, { role: 'ai' }])
  expect(here.asked()).toContain('When do you open?')
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
  await telegram.say(here.bot, { text: 'Thank you', document: { bytes: PNG, name: 'p.png', mime_type: 'image/png' } })
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

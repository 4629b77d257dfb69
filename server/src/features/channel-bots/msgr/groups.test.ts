import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'

const { telegram, givenBot } = await startTelegramApp()
const NOT_ENABLED = 'This chat is not enabled yet. Please ask an administrator to enable it.'

/** A bot in a group that is enabled. */
async function inGroup(group = telegram.newGroup()) {
  const here = await givenBot()
  await here.connect()
  await telegram.say(here.bot, { chat: group, member: 'member' })
  await here.enable()
  return { ...here, group }
}

test('in a group the teammate answers who mentions it or replies to it, and says to what', async () => {
  const here = await givenBot()
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
  const here = await givenBot()
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
  const { group, ...here } = await inGroup()
  await telegram.say(here.bot, { chat: group, text: `@${here.bot.username} one` })
  await here.sentAfter(1)
  const upgraded = await telegram.upgrade(here.bot, group)
  await telegram.say(here.bot, { chat: upgraded, text: `@${here.bot.username} two` })
  expect((await here.sentAfter(2))[1]).toMatchObject({ chat_id: String(upgraded.id) })
  expect(await here.conversations()).toMatchObject([{ external_id: String(upgraded.id) }])
  expect(await here.chats()).toMatchObject([{ chat_id: String(upgraded.id), status: 'enabled' }])
})

test('two people in a group that an operator has are two', async () => {
  const { group, ...here } = await inGroup()
  await telegram.say(here.bot, { chat: group, text: `@${here.bot.username} one` })
  await here.sentAfter(1)
  const [conversation] = await here.conversations()
  const path = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}`
  await here.client.post(`${path}/assign/`)
  const boris = telegram.newPerson({ first_name: 'Boris' })
  const { update } = await telegram.say(here.bot, { chat: group, from: boris, text: `@${here.bot.username} two` })
  await here.allProcessed()
  const [anna, , , second] = await here.messages()
  expect(second).toMatchObject({ role: 'contact', sender_name: 'Boris', content: `@${here.bot.username} two` })
  const shown: { data: Message[] } = (await here.client.get(`${path}/messages/`)).body
  expect(shown.data.flatMap(({ sender_name }) => sender_name ?? []).toSorted()).toEqual(['Anna Weber', 'Boris'])
  expect(second?.contact_channel_id).not.toBe(anna?.contact_channel_id)
  await telegram.redeliver(update)
  await here.allProcessed()
  expect(await here.received()).toHaveLength(2)
})

test('messages that only the bot sees have no number of their own, and each is answered', async () => {
  const here = await inGroup()
  const hidden = { message_id: 0, ephemeral_message_id: 5 }
  for (const text of ['/ask one', '/ask two']) {
    const command = text.replace('/ask', `/ask@${here.bot.username}`)
    await telegram.say(here.bot, { chat: here.group, text: command, fields: hidden })
    await here.sentAfter(text === '/ask one' ? 1 : 2)
  }
  expect(here.asked()).toContain('two')
})

test('a group from which the bot was put out has to be enabled again', async () => {
  const { group, ...here } = await inGroup()
  await telegram.say(here.bot, { chat: group, member: 'kicked' })
  expect(await here.chats()).toMatchObject([{ status: 'disabled' }])
})

test('an administrator who stays unnamed is answered, and another bot is not', async () => {
  const { group, ...here } = await inGroup(telegram.newSupergroup('Reading circle'))
  const bot = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' }
  const text = `@${here.bot.username} hello`
  await telegram.say(here.bot, { chat: group, text, fields: { from: { ...bot, id: 77 } } })
  await telegram.say(here.bot, {
    chat: group,
    text,
    fields: { from: bot, sender_chat: { id: group.id, type: 'supergroup' } },
  })
  await here.sentAfter(1)
  await here.allProcessed()
  expect(await here.messages()).toMatchObject([{ sender_name: 'Reading circle', content: text }, { role: 'ai' }])
})

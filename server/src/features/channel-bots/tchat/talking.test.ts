import { expect, test } from 'vitest'
import { teammateSpend } from '#features/runs/table.ts'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'
import { runsOf } from '#testing/chats/private-chat.ts'
import { newChannel, newGroupChat, newPerson, newTeam } from '#testing/doubles/teams/chats.ts'

const { app, teams, givenBot, talking } = await startTeamsApp()

const NOT_ENABLED = 'This chat is not enabled yet. Please ask an administrator to enable it.'

test('a chat is registered disabled, its first message gets a notice, and once enabled it is answered', async () => {
  const here = await givenBot()
  await here.connect()
  const first = await teams.say(here.bot, { text: 'Do you have the new one?' })
  expect(first).toMatchObject({ status: 200, body: '{"ok":true}' })
  expect(await here.chats()).toMatchObject([{ kind: 'private', channel_name: 'Anna Weber', status: 'disabled' }])
  expect(await here.sentAfter(1)).toMatchObject([{ text: NOT_ENABLED, textFormat: 'plain' }])
  expect(await here.conversations()).toEqual([])
  expect(await runsOf(app, here.organization)).toEqual([])
  expect(here.vendor.requests).toEqual([])

  await here.enable()
  await teams.say(here.bot, { text: 'And now?' })
  expect((await here.sentAfter(2))[1]).toMatchObject({ text: 'Hello from Ada', textFormat: 'markdown' })
  expect(here.asked()).toContain('And now?')
  expect(await here.conversations()).toMatchObject([
    {
      external_id: first.chat.id,
      title: 'Anna Weber',
      delivers_by: 'tchat',
      ms_teams_meta: { service_url: teams.serviceUrl, recipient_id: `28:${here.bot.app_id}` },
    },
  ])
  const [question, answer] = await here.messages()
  expect(question).toMatchObject({ role: 'contact', content: 'And now?' })
  expect(answer).toMatchObject({ role: 'ai', content: 'Hello from Ada', status: 'completed' })
})

test('a contact is known by their account in the company, or by the one at the bot where there is none', async () => {
  const here = await talking()
  const { aadObjectId: _, ...guest } = newPerson('Boris Guest')
  await teams.say(here.bot, { text: 'I am Anna' })
  await teams.say(here.bot, { from: guest, text: 'I am a guest' })
  await here.sentAfter(2)
  // Two chats are processed at once, so either contact may be the first.
  const byId = new Map((await here.contacts()).map(({ external_id, ...names }) => [external_id, names]))
  expect([...byId.keys()].toSorted()).toEqual([guest.id, String(teams.anna.aadObjectId)].toSorted())
  expect(byId.get(String(teams.anna.aadObjectId))).toMatchObject({ first_name: 'Anna', last_name: 'Weber' })
  expect(byId.get(guest.id)).toMatchObject({ first_name: 'Boris' })
})

test('a message that comes again is dropped', async () => {
  const here = await talking()
  const { activity } = await teams.say(here.bot, { text: 'one' })
  await Promise.all([1, 2, 3, 4].map(() => teams.redeliver(here.bot, activity)))
  await here.sentAfter(1)
  await teams.redeliver(here.bot, activity)
  await here.allProcessed()
  expect(await here.received()).toEqual(['one'])
})

test('messages that arrive while the teammate is at work are answered together, in their order', async () => {
  const here = await talking()
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['Wait', '.'], until: gate.promise })
  await teams.say(here.bot, { text: 'Hello' })
  await expect.poll(() => here.vendor.requests.length).toBe(1)
  for (const text of ['I have', 'a question', 'about shoes']) await teams.say(here.bot, { text })
  gate.resolve()
  expect((await here.sentAfter(2)).map(({ text }) => text)).toEqual(['Wait.', 'Hello from Ada'])
  expect(await here.received()).toEqual(['Hello', 'I have\na question\nabout shoes'])
})

test('while the teammate is at work the chat shows that it is typing', async () => {
  const here = await talking()
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['Wait', '.'], until: gate.promise })
  const { chat } = await teams.say(here.bot, { text: 'Hello' })
  const typing = () => teams.typing.filter(({ bot }) => bot === here.bot.app_id)
  await expect.poll(typing).toContainEqual({ bot: here.bot.app_id, conversation_id: chat.id })
  gate.resolve()
  await here.sentAfter(1)
})

test('in a channel a mention is answered in its thread, and so are replies in that thread', async () => {
  const here = await talking()
  const channel = newChannel(newTeam('Sales'), 'Leads')
  await teams.say(here.bot, { chat: channel, text: 'Nothing for you' })
  expect(await here.chats()).toMatchObject([{ chat_id: channel.id, kind: 'group', channel_name: 'Leads' }])
  const notice = await teams.say(here.bot, { chat: channel, text: 'what is new?', mentions_bot: true })
  expect(await here.sentAfter(1)).toMatchObject([{ text: NOT_ENABLED, thread_id: notice.activity.id }])
  await here.enable()

  const root = await teams.say(here.bot, { chat: channel, text: 'what is new?', mentions_bot: true })
  expect((await here.sentAfter(2))[1]).toMatchObject({ text: 'Hello from Ada', thread_id: root.activity.id })
  const thread_id = root.activity.id
  await teams.say(here.bot, { chat: channel, thread_id, from: newPerson('Boris Klein'), text: 'And tomorrow?' })
  expect((await here.sentAfter(3))[2]).toMatchObject({ thread_id })

  const other = await teams.say(here.bot, { chat: channel, text: 'Among ourselves' })
  await teams.say(here.bot, { chat: channel, thread_id: other.activity.id, text: 'Yes' })
  await here.allProcessed()
  expect(await here.received()).toEqual(['what is new?', 'And tomorrow?'])
  const conversation = { external_id: channel.id, title: 'Leads', ms_teams_meta: { addressed_to_bot: true } }
  expect(await here.conversations()).toMatchObject([conversation])
  const names = (await here.messages()).filter(({ role }) => role === 'contact').map(({ sender_name }) => sender_name)
  expect(names).toEqual(['Anna Weber', 'Boris Klein'])
})

test('a reply in a thread without a mention gets no notice where the channel is not enabled', async () => {
  const here = await talking()
  const channel = newChannel(newTeam(), 'Leads')
  const root = await teams.say(here.bot, { chat: channel, text: 'hello', mentions_bot: true })
  await here.sentAfter(1)
  await teams.say(here.bot, { chat: channel, thread_id: root.activity.id, text: 'anyone?' })
  await here.allProcessed()
  expect(here.sent()).toHaveLength(1)
})

test('a message that only the bot is to see in a group is not answered before everyone', async () => {
  const here = await talking()
  const chat = newGroupChat('Lunch')
  await teams.change(here.bot, chat, 'membersAdded')
  await here.enable()
  const recipient = { id: `28:${here.bot.app_id}`, name: 'The bot', isTargeted: true }
  await teams.say(here.bot, { chat, text: 'Between us', mentions_bot: true, fields: { recipient } })
  await teams.say(here.bot, { chat, text: 'Hello all', mentions_bot: true })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['Hello all'])
})

test('parts of no known form leave the words of a message as they are', async () => {
  const here = await talking()
  const fields = { entities: [null, { type: 5 }], attachments: [null, { content: 'a card' }] }
  await teams.say(here.bot, { text: 'Hello', fields })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['Hello'])
})

test('a channel without a name is called like its team, and a group like it was named', async () => {
  const here = await talking()
  const general = newChannel(newTeam('Sales'))
  const [named, unnamed] = [newGroupChat('Lunch'), newGroupChat()]
  for (const chat of [general, named, unnamed]) await teams.change(here.bot, chat, 'membersAdded')
  const found = Object.fromEntries((await here.chats()).map(({ chat_id, channel_name }) => [chat_id, channel_name]))
  expect(found).toEqual({ [general.id]: 'Sales', [named.id]: 'Lunch', [unnamed.id]: unnamed.id })
})

test('a chat from which the bot was removed has to be enabled again, and so have all channels of a team', async () => {
  const here = await talking()
  const team = newTeam('Sales')
  const [general, leads] = [newChannel(team), newChannel(team, 'Leads')]
  for (const chat of [general, leads]) await teams.change(here.bot, chat, 'membersAdded')
  await here.enable()
  await teams.change(here.bot, general, 'membersRemoved')
  expect((await here.chats()).map(({ status }) => status)).toEqual(['disabled', 'disabled'])
})

test('an upgrade of the app leaves its chats as they are, and so does a person who removes it for themselves', async () => {
  const here = await talking()
  const group = newGroupChat('Lunch')
  await teams.change(here.bot, group, 'membersAdded')
  await here.enable()
  const { chat } = await teams.say(here.bot, { text: 'Hello' })
  for (const action of ['remove-upgrade', 'add-upgrade']) {
    await teams.say(here.bot, { chat: group, fields: { type: 'installationUpdate', action } })
  }
  await teams.change(here.bot, chat, 'membersRemoved')
  expect((await here.chats()).map(({ status }) => status)).toEqual(['enabled', 'enabled'])
  await teams.say(here.bot, { chat: group, fields: { type: 'installationUpdate', action: 'remove' } })
  expect((await here.chats()).map(({ kind, status }) => [kind, status])).toContainEqual(['group', 'disabled'])
})

test('other bots, AI agents with an account of their own, edits and reactions do nothing', async () => {
  const here = await talking()
  const agent = { id: '29:agent', aadObjectId: 'agent', name: 'Other', role: 'agenticUser', agenticUserId: 'agent' }
  await teams.say(here.bot, { text: 'Hi', fields: { from: agent } })
  await teams.say(here.bot, { from: { id: '28:another-bot', name: 'Other' }, text: 'Hi' })
  for (const type of ['messageUpdate', 'messageReaction', 'typing', 'endOfConversation']) {
    expect(await teams.say(here.bot, { text: 'Hi', fields: { type } })).toMatchObject({ status: 200 })
  }
  await here.allProcessed()
  expect(await here.received()).toEqual([])
})

test('the mention of the bot is no part of the message, and that of others is their name', async () => {
  const here = await talking()
  const chat = newGroupChat('Lunch')
  await teams.change(here.bot, chat, 'membersAdded')
  await here.enable()
  await teams.say(here.bot, {
    chat,
    mentions_bot: true,
    fields: {
      text: "<at>The bot</at>&nbsp;ask <at>Boris</at> and <at>$& $' $`</at> for\r\nlunch, <at>The bot</at>",
      entities: [
        { type: 'mention', text: '<at>The bot</at>', mentioned: { id: `28:${here.bot.app_id}`, name: 'The bot' } },
        { type: 'mention', text: '<at>Boris</at>', mentioned: { id: '29:boris', name: 'Boris' } },
        { type: 'mention', text: "<at>$& $' $`</at>", mentioned: { id: '29:dollar', name: "$& $' $`" } },
      ],
    },
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(["ask Boris and $& $' $` for\nlunch,"])
})

test('an operator’s message reaches the thread in which the bot was addressed last', async () => {
  const here = await talking()
  const channel = newChannel(newTeam(), 'Leads')
  await teams.change(here.bot, channel, 'membersAdded')
  await here.enable()
  await teams.say(here.bot, { chat: channel, text: 'first', mentions_bot: true })
  await here.sentAfter(1)
  const second = await teams.say(here.bot, { chat: channel, text: 'second', mentions_bot: true })
  await here.sentAfter(2)
  const [conversation] = await here.conversations()
  const inbox = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}`
  await here.client.post(`${inbox}/assign/`)
  const { status } = await here.client.post(`${inbox}/messages`, { content: 'A *person* here' })
  expect(status).toBe(200)
  expect((await here.sentAfter(3))[2]).toMatchObject({
    text: 'A *person* here',
    textFormat: 'plain',
    thread_id: second.activity.id,
  })
})

test('past its limit for the day a teammate says so, runs nothing, and a person is asked for', async () => {
  const here = await talking({ organization: { ai_employee_daily_cost_limit_usd: 1 } })
  const day = app.ctx.now().toISOString().slice(0, 10)
  const spent = { organization_id: here.organization.id, employee_id: here.teammate.id, day, spent_usd: 1 }
  await app.ctx.db.insert(teammateSpend).values(spent)
  await teams.say(here.bot, { text: 'Hello' })
  expect(await here.sentAfter(1)).toMatchObject([
    { text: 'Ada can’t answer right now. A person will reply here as soon as possible.' },
  ])
  expect(await runsOf(app, here.organization)).toEqual([])
  expect(await here.conversations()).toMatchObject([{ status: 'waiting_for_operator' }])
})

test('an inactive organization takes nothing, and Teams is answered with 200', async () => {
  const here = await talking({ organization: { status: 'inactive' } })
  const answer = await teams.say(here.bot, { text: 'Hello' })
  expect(answer).toMatchObject({ status: 200, body: '{"ok":true,"code":"ORGANIZATION_INACTIVE"}' })
  expect(await here.chats()).toEqual([])
})

import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'
import { newChannel, newPerson, newTeam } from '#testing/doubles/teams/chats.ts'
import { processDueChats } from '../bots/process-chats.ts'
import { channelUpdates } from '../table.ts'

const { app, teams, talking } = await startTeamsApp()

test('of many people who write at once nothing is lost, doubled or out of order', async () => {
  const here = await talking()
  const people = Array.from({ length: 25 }, (_, index) => newPerson(`Person ${index}`))
  const numbers = [1, 2, 3, 4]
  await Promise.all(
    people.map(async (from) => {
      for (const number of numbers) {
        const { activity, status } = await teams.say(here.bot, { from, text: `${from.name}: ${number}` })
        expect(status).toBe(200)
        await Promise.all([1, 2].map(() => teams.redeliver(here.bot, activity)))
      }
    }),
  )
  await here.allProcessed()
  const received = (await here.received()).flatMap((content) => content.split('\n'))
  expect(received).toHaveLength(people.length * numbers.length)
  for (const { name } of people) {
    const own = received.filter((line) => line.startsWith(`${name}: `))
    expect(own).toEqual(numbers.map((number) => `${name}: ${number}`))
  }
  const questions = (await here.messages()).filter(({ role }) => role === 'contact')
  await here.sentAfter(questions.length)
})

test('threads of a channel are answered each in its place, also where one person writes into several at once', async () => {
  const here = await talking()
  const channel = newChannel(newTeam(), 'Leads')
  await teams.change(here.bot, channel, 'membersAdded')
  await here.enable()
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['Wait', '.'], until: gate.promise })
  const roots = [await teams.say(here.bot, { chat: channel, text: 'one', mentions_bot: true })]
  await expect.poll(() => here.vendor.requests.length).toBe(1)
  for (const text of ['two', 'three']) {
    roots.push(await teams.say(here.bot, { chat: channel, text, mentions_bot: true }))
  }
  gate.resolve()
  const sent = await here.sentAfter(3)
  expect(sent.map(({ thread_id }) => thread_id)).toEqual(roots.map(({ activity }) => activity.id))
  expect(await here.received()).toEqual(['one', 'two', 'three'])
})

test('a message that was cut off when it had been stored is known to be the one that it became', async () => {
  const here = await talking()
  const { activity } = await teams.say(here.bot, { text: 'Hello' })
  await here.sentAfter(1)
  await here.allProcessed()
  const updates = () =>
    app.ctx.db
      .select()
      .from(channelUpdates)
      .where(eq(channelUpdates.organization_id, here.organization.id))
      .orderBy(asc(channelUpdates.id))
  const [before] = await updates()
  // As a process leaves it that dies after the commit of the message and before it could record that.
  await app.ctx.db
    .update(channelUpdates)
    .set({ body: { ...activity }, due_at: app.ctx.now(), message_id: null })
    .where(eq(channelUpdates.id, before?.id ?? ''))
  await processDueChats(app.ctx)
  await here.allProcessed()
  const [question] = await here.messages()
  expect(await updates()).toMatchObject([{ message_id: question?.id, body: null }])
  expect(await here.received()).toEqual(['Hello'])
})

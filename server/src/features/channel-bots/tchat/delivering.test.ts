import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliverDue } from '#features/conversations/deliveries/deliver-message.ts'
import { messageDeliveries } from '#features/conversations/table.ts'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'

const { app, teams, talking } = await startTeamsApp()

async function answering() {
  const here = await talking()
  return {
    ...here,
    deliveries: () =>
      app.ctx.db
        .select()
        .from(messageDeliveries)
        .where(eq(messageDeliveries.organization_id, here.organization.id))
        .orderBy(messageDeliveries.message_id),
    /** Asks, and is answered with this. */
    async answer(text: string) {
      here.vendor.reply(() => ({ text }))
      await teams.say(here.bot, { text: 'Go on' })
    },
  }
}

test('an answer is sent as Markdown in the form that Teams shows', async () => {
  const here = await answering()
  await here.answer(
    '# Prices\n\n| Pen | 3 |\n|---|---|\n| Ink | 5 |\n\nYou have 30 days (`Help/return-policy.md:1-3`).',
  )
  expect(await here.sentAfter(1)).toMatchObject([
    {
      text: '**Prices**\n\n```\nPen  3\n---  -\nInk  5\n```\n\nYou have 30 days (return policy).',
      textFormat: 'markdown',
    },
  ])
})

test('a long answer is sent in pieces, in their order', async () => {
  const here = await answering()
  await here.answer('A sentence of some words. '.repeat(3000))
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered', parts_sent: 5 }])
  const texts = here.sent().map(({ text }) => text)
  expect(texts.join(' ')).toBe('A sentence of some words. '.repeat(3000).trim())
})

test('a message of which nobody knows whether it arrived is not sent again', async () => {
  const here = await answering()
  teams.answerNext('connector', 'drop')
  await here.answer('Once')
  await expect
    .poll(here.deliveries)
    .toMatchObject([{ state: 'failed', last_error: expect.stringContaining('not known') }])
  await deliverDue(app.ctx)
  expect(here.sent().map(({ text }) => text)).toEqual(['Once'])
})

test('a bot that is asked to wait for long waits, and continues behind the pieces that have arrived', async () => {
  const here = await answering()
  await teams.say(here.bot, { text: 'Hello' })
  await here.sentAfter(1)
  here.vendor.reply(() => ({ text: 'word '.repeat(6000) }))
  const gate = Promise.withResolvers<void>()
  here.vendor.reply({ chunks: ['word '.repeat(6000)], until: gate.promise })
  await teams.say(here.bot, { text: 'Go on' })
  await expect.poll(() => here.vendor.requests.length).toBe(2)
  gate.resolve()
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered' }, { state: 'delivered', parts_sent: 2 }])

  teams.answerNext('connector', { status: 429, retry_after: 3600 })
  await here.answer('Late')
  await expect.poll(async () => (await here.deliveries())[2]?.last_error ?? '').toContain('asks to wait 3600 s')
  app.clock.advance(3_601_000)
  await deliverDue(app.ctx)
  await expect.poll(async () => (await here.deliveries())[2]?.state).toBe('delivered')
  app.clock.advance(-3_601_000)
})

test('a bot whose secret has expired is shown as invalid, and what it would say has failed', async () => {
  const here = await answering()
  teams.expireSecret(here.bot)
  teams.endTokens()
  await here.answer('Hello')
  await expect
    .poll(here.deliveries)
    .toMatchObject([{ state: 'failed', last_error: expect.stringContaining('AADSTS7000222') }])
  expect(await here.show()).toMatchObject({ status: 'invalid', error: expect.stringContaining('expired') })
})

test('a takeover withdraws what has not been sent', async () => {
  const here = await answering()
  await here.answer('One')
  await here.sentAfter(1)
  teams.answerNext('connector', { status: 429, retry_after: 600 })
  await here.answer('Two')
  await expect.poll(async () => (await here.deliveries())[1]?.last_error ?? '').toContain('asks to wait')
  const [conversation] = await here.conversations()
  await here.client.post(`/api/organizations/${here.organization.id}/conversations/${conversation?.id}/assign/`)
  await expect.poll(async () => (await here.deliveries())[1]?.state).toBe('withdrawn')
  expect(here.sent()).toHaveLength(1)
})

test('a chat in which another bot has taken over is not written to by the former one', async () => {
  const here = await answering()
  await here.answer('One')
  await here.sentAfter(1)
  await here.client.delete(here.path)
  const [conversation] = await here.conversations()
  const inbox = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}`
  await here.client.post(`${inbox}/assign/`)
  await here.client.post(`${inbox}/messages`, { content: 'Hello?' })
  await expect
    .poll(async () => (await here.deliveries())[1])
    .toMatchObject({ state: 'failed', last_error: 'No Microsoft Teams bot is connected' })
})

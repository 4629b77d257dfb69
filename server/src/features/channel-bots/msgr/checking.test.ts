import { expect, test } from 'vitest'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'
import { checkBots } from '../bots/check-bots.ts'

const { app, telegram, givenBot } = await startTelegramApp()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Where no server is. */
const UNREACHABLE = 'http://127.0.0.1:9'

test('a bot that was checked before the clock went back is checked again', async () => {
  const here = await givenBot()
  app.clock.advance(3 * HOUR_MS)
  await here.connect()
  telegram.renewToken(here.bot)
  app.clock.advance(-2 * HOUR_MS)
  await checkBots(app.ctx)
  expect(await here.show()).toMatchObject({ status: 'invalid' })
})

test('so is one that someone looks at', async () => {
  const here = await givenBot()
  app.clock.advance(2 * MINUTE_MS)
  await here.connect()
  telegram.renewToken(here.bot)
  app.clock.advance(-2 * MINUTE_MS)
  await expect.poll(async () => (await here.show()).status).toBe('invalid')
})

test('a bot whose messages wait at Telegram is not shown as working when it was reconnected, until one arrives', async () => {
  const here = await givenBot()
  await here.connect()
  telegram.reach(UNREACHABLE)
  const { update } = await telegram.say(here.bot, { text: 'Is anybody there?' })
  app.clock.advance(HOUR_MS)
  await checkBots(app.ctx)
  const failing = { status: 'active', webhook_problem: 'failing', waiting: { messages: 1 } }
  expect(await here.show()).toMatchObject(failing)
  expect((await here.client.put(`${here.path}/webhook`)).body).toMatchObject(failing)
  telegram.reach(app.base_url)
  await telegram.redeliver(update)
  expect(await here.show()).toMatchObject({ webhook_problem: null, waiting: null })
})

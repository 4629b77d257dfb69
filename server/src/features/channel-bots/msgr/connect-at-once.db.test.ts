import { expect, test } from 'vitest'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'

const { telegram, givenBot } = await startTelegramApp()
type Place = Awaited<ReturnType<typeof givenBot>>
const REFUSED = { status: 400, description: 'Bad Request: bad webhook: no' } as const

/** Begins what asks the platform, and lets it continue until it calls this method; `release` has the platform take the call. */
async function upTo<T>(method: string, begin: () => Promise<T>) {
  const [earlier, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const from = telegram.calls.length
  // Answers to earlier messages may still be on their way.
  const called = () => telegram.calls.slice(from).findLast((each) => !/^send/.test(each))
  telegram.hold(method === 'setWebhook' ? earlier.promise : last.promise)
  const ended = begin()
  if (method === 'setWebhook') {
    await expect.poll(called).toBe('getMe')
    telegram.hold(last.promise)
    earlier.resolve()
  }
  await expect.poll(called).toBe(method)
  telegram.hold(Promise.resolve())
  return { ended, release: () => last.resolve() }
}

const connect = (here: Place, token = here.bot.token) => here.client.post(here.path, { token })

/** Whether what is said to the bot is believed. */
async function isHeard(here: Place, bot = here.bot): Promise<boolean> {
  return (await telegram.say(bot, { text: 'Hello' })).status === 200
}

test('a bot that two connect at once is heard, in whichever order Telegram is told', async () => {
  const here = await givenBot()
  const first = await upTo('setWebhook', () => connect(here))
  await here.connect()
  first.release()
  expect((await first.ended).body).toMatchObject({ status: 'active' })
  expect(await isHeard(here)).toBe(true)

  const [one, two] = [await givenBot(), await givenBot()]
  const places = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? one : two))
  const answers = await Promise.all(places.map((each) => connect(each, one.bot.token)))
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const connected = (await Promise.all([one.show(), two.show()])).map(({ status }) => status)
  expect(connected.toSorted()).toEqual(['active', 'disconnected'])
  expect(await isHeard(one, one.bot)).toBe(true)
})

test('a bot that is connected while it is being disconnected is heard', async () => {
  const here = await givenBot()
  await here.connect()
  const leaving = await upTo('deleteWebhook', () => here.client.delete(here.path))
  await here.connect()
  leaving.release()
  await leaving.ended
  expect(await here.show()).toMatchObject({ status: 'active' })
  expect(await isHeard(here)).toBe(true)
})

test('a bot that is disconnected while it is being connected stays disconnected, at Telegram too', async () => {
  const here = await givenBot()
  const coming = await upTo('setWebhook', () => connect(here))
  await here.client.delete(here.path)
  coming.release()
  expect(await coming.ended).toMatchObject({ status: 200, body: { status: 'disconnected' } })
  expect(await here.show()).toMatchObject({ status: 'disconnected' })
  expect(telegram.webhookOf(here.bot)).toBeNull()
})

test('a bot that was replaced by another one is sent nowhere any more', async () => {
  const here = await givenBot()
  await here.connect()
  const other = telegram.newBot()
  await here.connect(other.token)
  expect(telegram.webhookOf(here.bot)).toBeNull()
  expect(await isHeard(here, other)).toBe(true)
})

test('a bot of which it is not known whether Telegram took its new secret is heard all the same', async () => {
  const here = await givenBot()
  await here.connect()
  telegram.answerNext('setWebhook', 'drop')
  expect((await connect(here)).status).toBe(200)
  expect(await isHeard(here)).toBe(true)
})

test('a bot that was refused to two at once does not look as if it heard anything', async () => {
  const here = await givenBot()
  const first = await upTo('setWebhook', () => connect(here))
  const second = await upTo('setWebhook', () => connect(here))
  telegram.answerNext('setWebhook', REFUSED, REFUSED, REFUSED, REFUSED)
  for (const { release, ended } of [first, second]) {
    release()
    expect((await ended).status).toBe(422)
  }
  const { status, webhook_problem } = await here.show()
  expect(status === 'disconnected' || webhook_problem !== null).toBe(true)
})

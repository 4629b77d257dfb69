import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'
import { checkBots } from '../bots/check-bots.ts'
import { channelUpdates } from '../table.ts'

const logged: string[] = []
const log = createLog({ level: 'trace', pretty: false }, { write: (line: string) => void logged.push(line) })
const { app, telegram, talking } = await startTelegramApp({}, log)
const HOUR_MS = 3_600_000

test('neither the token nor the secret of a bot is logged, pushed, kept in the open or said, whatever fails', async () => {
  const here = await talking()
  const said: unknown[] = [await here.show()]
  telegram.answerNext('getMe', 'drop')
  said.push(await here.client.post(here.path, { token: here.bot.token }))
  telegram.answerNext('setWebhook', { status: 400 })
  said.push(await here.client.put(`${here.path}/webhook`))
  for (const failure of ['drop', 'garbage', { status: 403 }, { status: 429, retry_after: 3600 }] as const) {
    telegram.answerNext('sendRichMessage', failure)
    await telegram.say(here.bot, { text: 'Hello' })
    await here.allProcessed()
  }
  telegram.answerNext('download', 'drop')
  await telegram.say(here.bot, { document: { bytes: Buffer.alloc(1000, 'x'), name: 'x.txt' } })
  await expect.poll(() => logged.join('')).toContain('An attachment could not be fetched')
  telegram.answerNext('getMe', 'drop')
  app.clock.advance(HOUR_MS + 1000)
  await checkBots(app.ctx)

  const [, secretOfToken = ''] = here.bot.token.split(':')
  const { secret_token: secretOfWebhook = '' } = telegram.webhookOf(here.bot) ?? {}
  const everything = JSON.stringify([said, logged, app.events.all(), await app.ctx.db.select().from(channelUpdates)])
  expect(secretOfToken.length).toBeGreaterThan(20)
  expect(secretOfWebhook.length).toBeGreaterThan(20)
  expect(everything).toContain(here.bot.username)
  expect(everything).not.toContain(secretOfToken)
  expect(everything).not.toContain(secretOfWebhook)
})

test('what goes wrong with a bot is logged with its organization and its teammate', async () => {
  const here = await talking()
  const from = logged.length
  const document = { bytes: Buffer.alloc(1000, 'x'), name: 'x.txt' }
  telegram.answerNext('sendRichMessage', { status: 403 })
  await telegram.say(here.bot, { text: 'Hello' })
  await here.allProcessed()
  telegram.answerNext('download', { status: 404 })
  await telegram.say(here.bot, { document })
  await here.allProcessed()
  telegram.answerNext('sendMessage', { status: 403 })
  const group = telegram.newGroup()
  await telegram.say(here.bot, { chat: group, text: `@${here.bot.username} Hello` })
  await here.allProcessed()
  telegram.answerNext('download', 'drop')
  await telegram.say(here.bot, { document })
  telegram.answerNext('setWebhook', { status: 400 })
  expect((await here.client.put(`${here.path}/webhook`)).status).toBe(422)
  const troubles = () =>
    logged
      .slice(from)
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 40)
  const messages = () => troubles().map(({ msg }) => msg)
  for (const message of [
    'a delivery failed',
    'an attachment could not be fetched',
    'a notice could not be sent',
    'a message of a chat platform could not be processed',
    'request',
  ])
    await expect.poll(messages).toContain(message)
  for (const trouble of troubles()) expect(trouble).toMatchObject({ organization_id: here.organization.id })
  const ofBot = troubles().filter(({ msg }) => /attachment|notice|message of a chat/.test(msg))
  for (const trouble of ofBot) expect(trouble).toMatchObject({ employee_id: here.teammate.id, channel: 'msgr' })
})

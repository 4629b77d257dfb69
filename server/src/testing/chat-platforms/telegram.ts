import { afterAll, expect } from 'vitest'
import type { MsgrBot } from '#contracts/msgr-bots.ts'
import { channelBots } from '#features/channel-bots/table.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import { randomToken } from '#platform/cipher.ts'
import type { Logger } from '#platform/log.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type Client, createClient } from '../client.ts'
import { startTelegramDouble } from '../doubles/telegram.ts'
import { type BotOptions, givenTeammateForBot, sentBy } from './bot.ts'

/** Telegram itself, to the webhook of a bot that this teammate is given. */
export async function givenMsgrPlatform(app: TestApp, { id, organization_id }: TeammateRow): Promise<Client> {
  const { cipher } = app.ctx.ports
  const secret = randomToken()
  await app.ctx.db.insert(channelBots).values({
    organization_id,
    employee_id: id,
    channel: 'msgr',
    bot_id: id,
    username: 'a_bot',
    name: 'A bot',
    reads_groups: false,
    token_sealed: cipher.encrypt('42:token'),
    webhook_secret_sealed: cipher.encrypt(secret),
    enables_private_chats: false,
    connected_at: app.ctx.now(),
    checked_at: app.ctx.now(),
  })
  return createClient(app.base_url, { 'x-telegram-bot-api-secret-token': secret })
}

/** A server whose bots are those of a double. */
export async function startTelegramApp(env: Record<string, string> = {}, log?: Logger) {
  const telegram = await startTelegramDouble()
  const app = await startTestApp({ env: { ...telegram.env, ...env }, ...(log && { log }) })
  telegram.reach(app.base_url)
  afterAll(async () => {
    await app.close()
    await telegram.close()
  })

  /** A teammate with a bot on Telegram that may be connected to it. */
  async function givenBot(options: BotOptions = {}) {
    const given = await givenTeammateForBot(app, 'msgr', options)
    const { client, path } = given
    const bot = telegram.newBot()
    return {
      ...given,
      ...sentBy(() => telegram.sent.filter((one) => one.bot === bot.id)),
      bot,
      show: async (): Promise<MsgrBot> => (await client.get(path)).body,
      async connect(token = bot.token) {
        const { status, body } = await client.post(path, { token })
        expect(status, JSON.stringify(body)).toBe(200)
        return body as MsgrBot
      },
    }
  }

  /** The same with the bot connected, and its private chats enabled. */
  async function talking({ values, organization }: BotOptions = {}) {
    const here = await givenBot({
      values: { model_values: { is_multimodal: true }, ...values },
      ...(organization && { organization }),
    })
    await here.connect()
    await here.client.patch(here.path, { enables_private_chats: true })
    return here
  }

  return { app, telegram, givenBot, talking }
}

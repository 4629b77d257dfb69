import { afterAll, expect } from 'vitest'
import type { WchatBot } from '#contracts/wchat-bots.ts'
import { channelBots } from '#features/channel-bots/table.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import type { Logger } from '#platform/log.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type Client, createClient } from '../client.ts'
import { sign } from '../doubles/slack/events.ts'
import type { Said } from '../doubles/slack/say.ts'
import type { SlackBot } from '../doubles/slack/workspace.ts'
import { startSlackDouble } from '../doubles/slack.ts'
import { type BotOptions, givenTeammateForBot, sentBy } from './bot.ts'

export const SIGNING_SECRET = 'ab'.repeat(16)

/** Slack itself, to the Events Request URL of an app that this teammate is given: whatever is sent is signed. */
export async function givenSlackPlatform(app: TestApp, { id, organization_id }: TeammateRow): Promise<Client> {
  const { cipher } = app.ctx.ports
  const platform_data = {
    team_id: 'T1',
    team_name: 'Books',
    team_url: null,
    user_id: 'U1',
    missing_scopes: [],
    has_received_events: true,
  }
  await app.ctx.db.insert(channelBots).values({
    organization_id,
    employee_id: id,
    channel: 'wchat',
    bot_id: id,
    username: 'a_bot',
    name: 'a_bot',
    reads_groups: true,
    token_sealed: cipher.encrypt('xoxb-token'),
    webhook_secret_sealed: cipher.encrypt(SIGNING_SECRET),
    platform_data,
    enables_private_chats: false,
    connected_at: app.ctx.now(),
    checked_at: app.ctx.now(),
  })
  return signedClient(app)
}

/** Signs whatever it sends, as Slack does. */
export function signedClient(app: TestApp): Client {
  const client = createClient(app.base_url, {})
  return {
    ...client,
    send(path, init) {
      const signed = sign(SIGNING_SECRET, String(init.body ?? ''), Math.floor(app.ctx.now().getTime() / 1000))
      return client.send(path, { ...init, headers: { ...signed, ...(init.headers as Record<string, string>) } })
    },
  }
}

/** A server whose Slack is a double. */
export async function startSlackApp(env: Record<string, string> = {}, log?: Logger) {
  const slack = await startSlackDouble()
  const app = await startTestApp({ env: { ...slack.env, ...env }, ...(log && { log }) })
  slack.reach(app.base_url)
  slack.setClock(() => app.ctx.now())
  afterAll(async () => {
    await app.close()
    await slack.close()
  })

  /** A teammate with an app that Slack has created from its manifest; nothing is connected yet. */
  async function givenBot(options: BotOptions = {}) {
    const given = await givenTeammateForBot(app, 'wchat', options)
    const { client, path } = given
    const bot = slack.createApp((await client.get(`${path}/manifest`)).body)
    return {
      ...given,
      ...sentBy(() => slack.sent.filter((one) => one.bot === bot)),
      bot,
      anna: slack.newPerson(),
      show: async (): Promise<WchatBot> => (await client.get(path)).body,
      connect: ({ token: bot_token, signing_secret }: SlackBot = bot) =>
        client.post(path, { bot_token, signing_secret }),
      say: (said: Said) => slack.say(bot, said),
      statuses: () => slack.statuses.filter((one) => one.bot === bot),
    }
  }

  /** The same with the app connected, its direct messages enabled, and a channel with the bot in it that is enabled too. */
  async function talking({ values, organization }: BotOptions = {}) {
    const here = await givenBot({
      values: { model_values: { is_multimodal: true }, ...values },
      ...(organization && { organization }),
    })
    expect((await here.connect()).status).toBe(200)
    await here.client.patch(here.path, { enables_private_chats: true })
    const channel = slack.newChannel({ name: 'books', members: [here.bot.user_id] })
    await slack.tell(here.bot, {
      type: 'member_joined_channel',
      user: here.bot.user_id,
      channel: channel.id,
      channel_type: 'C',
    })
    await here.enable()
    return { ...here, channel, mention: `<@${here.bot.user_id}>` }
  }

  return { app, slack, givenBot, talking }
}

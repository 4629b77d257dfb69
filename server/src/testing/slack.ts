import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { ChannelChat } from '#contracts/bot-chats.ts'
import type { WchatBot } from '#contracts/wchat-bots.ts'
import { channelBots, channelUpdates } from '#features/channel-bots/table.ts'
import { conversations, messages } from '#features/conversations/table.ts'
import { readBeginning } from '#features/runs/read-beginning.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Logger } from '#platform/log.ts'
import { startTestApp, type TestApp } from './app.ts'
import { type Client, createClient } from './client.ts'
import { sign } from './doubles/slack/events.ts'
import type { Said } from './doubles/slack/say.ts'
import type { SlackBot } from './doubles/slack/workspace.ts'
import { startSlackDouble } from './doubles/slack.ts'
import { startCustomDouble } from './doubles/vendors/chat-completions.ts'
import { runsOf } from './private-chat.ts'

type Values = Parameters<TestApp['given']['connectedTeammate']>[2]
type OrganizationValues = Parameters<TestApp['given']['organization']>[0]
type Given = { values?: Values; organization?: OrganizationValues }

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

  /** A teammate behind a vendor double, with an app that Slack has created from its manifest; nothing is connected yet. */
  async function place({ values, organization: row }: Given = {}) {
    const vendor = await startCustomDouble(null)
    onTestFinished(() => vendor.close())
    vendor.reply(() => ({ text: 'Hello from Ada' }))
    const given = await app.given.organization(row)
    const teammate = await app.given.connectedTeammate(given.organization, vendor, { name: 'Ada', ...values })
    const client = await app.as(given.admin)
    const path = `/api/organizations/${given.organization.id}/employees/${teammate.id}/slack`
    const bot = slack.createApp((await client.get(`${path}/manifest`)).body)
    const chats = async (): Promise<ChannelChat[]> => (await client.get(`${path}/chats`)).body.data
    const own = and(eq(conversations.organization_id, given.organization.id), eq(conversations.channel, 'wchat'))
    return {
      ...given,
      vendor,
      teammate,
      client,
      path,
      bot,
      chats,
      anna: slack.newPerson(),
      show: async (): Promise<WchatBot> => (await client.get(path)).body,
      connect: ({ token: bot_token, signing_secret }: SlackBot = bot) =>
        client.post(path, { bot_token, signing_secret }),
      /** Enables every chat that the bot has seen. */
      async enable() {
        for (const { id } of await chats()) {
          const { status } = await client.put(`${path}/chats/${id}/status`, { status: 'enabled' })
          expect(status).toBe(200)
        }
      },
      say: (said: Said) => slack.say(bot, said),
      conversations: () => app.ctx.db.select().from(conversations).where(own).orderBy(asc(conversations.id)),
      /** What was written in all conversations, in its order. */
      async messages() {
        const rows = await app.ctx.db
          .select({ message: messages })
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
          .where(own)
          .orderBy(asc(messages.id))
        return rows.map(({ message }) => message)
      },
      async written() {
        return (await this.messages()).filter(({ role }) => role === 'contact').map(({ content }) => content)
      },
      /** What the runs were given, in their order. */
      async inputs(): Promise<{ message: string; attachments: { name: string }[] }[]> {
        const ctx = extendContext(app.ctx, { organization: given.organization })
        const runs = await runsOf(app, given.organization)
        return Promise.all(runs.map(async (run) => (await readBeginning(ctx, run)).input as never))
      },
      /** Waits until nothing that was stored waits to be processed. */
      allProcessed: () =>
        expect
          .poll(() =>
            app.ctx.db.$count(
              channelUpdates,
              and(eq(channelUpdates.organization_id, given.organization.id), isNotNull(channelUpdates.due_at)),
            ),
          )
          .toBe(0),
      /** What the bot has sent. */
      sent: () => slack.sent.filter((one) => one.bot === bot),
      /** Waits until the bot has sent so many messages, and answers with them. */
      async sentAfter(count: number) {
        await expect.poll(() => slack.sent.filter((one) => one.bot === bot).length).toBe(count)
        return slack.sent.filter((one) => one.bot === bot)
      },
      statuses: () => slack.statuses.filter((one) => one.bot === bot),
    }
  }

  /** The same with the app connected, its direct messages enabled, and a channel with the bot in it that is enabled too. */
  async function talking({ values, organization }: Given = {}) {
    const here = await place({
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

  return { app, slack, place, talking }
}

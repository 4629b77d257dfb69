import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { ChannelChat } from '#contracts/bot-chats.ts'
import type { MsgrBot } from '#contracts/msgr-bots.ts'
import { channelBots, channelUpdates } from '#features/channel-bots/table.ts'
import { conversations, messages } from '#features/conversations/table.ts'
import { readBeginning } from '#features/runs/read-beginning.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { randomToken } from '#platform/cipher.ts'
import type { Logger } from '#platform/log.ts'
import { startTestApp, type TestApp } from './app.ts'
import { type Client, createClient } from './client.ts'
import { startTelegramDouble } from './doubles/telegram.ts'
import { startCustomDouble } from './doubles/vendors/chat-completions.ts'
import { runsOf } from './private-chat.ts'

type Values = Parameters<TestApp['given']['connectedTeammate']>[2]
type OrganizationValues = Parameters<TestApp['given']['organization']>[0]

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

  /** A teammate behind a vendor double, and a bot that may be connected to it. */
  async function place({ values, organization: row }: { values?: Values; organization?: OrganizationValues } = {}) {
    const vendor = await startCustomDouble(null)
    onTestFinished(() => vendor.close())
    vendor.reply(() => ({ text: 'Hello from Ada' }))
    const given = await app.given.organization(row)
    const teammate = await app.given.connectedTeammate(given.organization, vendor, { name: 'Ada', ...values })
    const client = await app.as(given.admin)
    const path = `/api/organizations/${given.organization.id}/employees/${teammate.id}/telegram`
    const bot = telegram.newBot()
    const chats = async (): Promise<ChannelChat[]> => (await client.get(`${path}/chats`)).body.data
    const own = and(eq(conversations.organization_id, given.organization.id), eq(conversations.channel, 'msgr'))
    return {
      ...given,
      vendor,
      teammate,
      client,
      path,
      bot,
      chats,
      show: async (): Promise<MsgrBot> => (await client.get(path)).body,
      async connect(token = bot.token) {
        const { status, body } = await client.post(path, { token })
        expect(status, JSON.stringify(body)).toBe(200)
        return body as MsgrBot
      },
      /** Enables every chat that the bot has seen. */
      async enable() {
        for (const { id } of await chats()) {
          const { status } = await client.put(`${path}/chats/${id}/status`, { status: 'enabled' })
          expect(status).toBe(200)
        }
      },
      conversations: () => app.ctx.db.select().from(conversations).where(own).orderBy(asc(conversations.id)),
      /** What was said in all conversations, in its order. */
      async messages() {
        const rows = await app.ctx.db
          .select({ message: messages })
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
          .where(own)
          .orderBy(asc(messages.id))
        return rows.map(({ message }) => message)
      },
      async said() {
        return (await this.messages()).filter(({ role }) => role === 'contact').map(({ content }) => content)
      },
      /** What the runs were given, in their order. */
      async inputs(): Promise<{ message: string; attachments: { name: string }[] }[]> {
        const ctx = extendContext(app.ctx, { organization: given.organization })
        const runs = await runsOf(app, given.organization)
        return Promise.all(runs.map(async (run) => (await readBeginning(ctx, run)).input as never))
      },
      /** Waits until nothing that was said waits to be taken. */
      allTaken: () =>
        expect
          .poll(() =>
            app.ctx.db.$count(
              channelUpdates,
              and(eq(channelUpdates.organization_id, given.organization.id), isNotNull(channelUpdates.due_at)),
            ),
          )
          .toBe(0),
      /** What the bot has sent. */
      sent: () => telegram.sent.filter((one) => one.bot === bot.id),
      /** Waits until the bot has sent so many messages, and answers with them. */
      async sentAfter(count: number) {
        await expect.poll(() => telegram.sent.filter((one) => one.bot === bot.id).length).toBe(count)
        return telegram.sent.filter((one) => one.bot === bot.id)
      },
      /** The words that the model was sent last. */
      asked: () => JSON.stringify(vendor.requests.at(-1)?.body.messages ?? []),
    }
  }

  /** The same with the bot connected, and its private chats enabled. */
  async function talking({ values, organization }: Parameters<typeof place>[0] = {}) {
    const here = await place({
      values: { model_values: { is_multimodal: true }, ...values },
      ...(organization && { organization }),
    })
    await here.connect()
    await here.client.patch(here.path, { enables_private_chats: true })
    return here
  }

  return { app, telegram, place, talking }
}

import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { ChannelChat } from '#contracts/bot-chats.ts'
import type { TchatBot } from '#contracts/tchat-bots.ts'
import { channelBots, channelUpdates } from '#features/channel-bots/table.ts'
import { contactChannels, contacts } from '#features/contacts/table.ts'
import { conversations, messages } from '#features/conversations/table.ts'
import { readBeginning } from '#features/runs/read-beginning.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { randomToken } from '#platform/cipher.ts'
import type { Logger } from '#platform/log.ts'
import { startTestApp, type TestApp } from './app.ts'
import { type Client, createClient } from './client.ts'
import { startTeamsDouble, type TeamsDouble } from './doubles/teams.ts'
import { startCustomDouble } from './doubles/vendors/chat-completions.ts'
import { runsOf } from './private-chat.ts'

type Values = Parameters<TestApp['given']['connectedTeammate']>[2]
type OrganizationValues = Parameters<TestApp['given']['organization']>[0]
type Options = { values?: Values; organization?: OrganizationValues }

/** Microsoft Teams itself, to the webhook of a bot that this teammate is given. */
export async function givenTchatPlatform(
  app: TestApp,
  teams: TeamsDouble,
  { id, organization_id }: TeammateRow,
): Promise<Client> {
  const { cipher } = app.ctx.ports
  const { app_id, tenant_id, password } = teams.newBot()
  await app.ctx.db.insert(channelBots).values({
    organization_id,
    employee_id: id,
    channel: 'tchat',
    bot_id: app_id,
    username: app_id,
    name: 'A bot',
    reads_groups: false,
    token_sealed: cipher.encrypt(password),
    webhook_secret_sealed: cipher.encrypt(randomToken()),
    platform_data: { tenant_id },
    enables_private_chats: false,
    connected_at: app.ctx.now(),
    checked_at: app.ctx.now(),
  })
  const token = await teams.signing.sign(app_id, teams.serviceUrl)
  return createClient(app.base_url, { authorization: `Bearer ${token}` })
}

/** A server whose bots on Microsoft Teams are those of a double. */
export async function startTeamsApp(env: Record<string, string> = {}, log?: Logger) {
  const teams = await startTeamsDouble()
  const app = await startTestApp({ env: { ...teams.env, ...env }, ...(log && { log }) })
  afterAll(async () => {
    await app.close()
    await teams.close()
  })

  /** A teammate behind a vendor double, and a bot that may be connected to it. */
  async function place({ values, organization: row }: Options = {}) {
    const vendor = await startCustomDouble(null)
    onTestFinished(() => vendor.close())
    vendor.reply(() => ({ text: 'Hello from Ada' }))
    const given = await app.given.organization(row)
    const teammate = await app.given.connectedTeammate(given.organization, vendor, { name: 'Ada', ...values })
    const client = await app.as(given.admin)
    const path = `/api/organizations/${given.organization.id}/employees/${teammate.id}/msteams`
    const bot = teams.newBot()
    teams.setEndpoint(bot, `${app.base_url}/webhooks/msteams/${teammate.id}/messages`)
    const chats = async (): Promise<ChannelChat[]> => (await client.get(`${path}/chats`)).body.data
    const own = and(eq(conversations.organization_id, given.organization.id), eq(conversations.channel, 'tchat'))
    const sent = () => teams.sent.filter((one) => one.bot === bot.app_id)
    return {
      ...given,
      vendor,
      teammate,
      client,
      path,
      bot,
      chats,
      show: async (): Promise<TchatBot> => (await client.get(path)).body,
      async connect(body: object = bot) {
        const answer = await client.post(path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return answer.body as TchatBot
      },
      /** Enables every chat that the bot has seen. */
      async enable() {
        for (const { id } of await chats()) {
          const { status } = await client.put(`${path}/chats/${id}/status`, { status: 'enabled' })
          expect(status).toBe(200)
        }
      },
      conversations: () => app.ctx.db.select().from(conversations).where(own).orderBy(asc(conversations.id)),
      contacts: () =>
        app.ctx.db
          .select({
            external_id: contactChannels.external_id,
            first_name: contacts.first_name,
            last_name: contacts.last_name,
          })
          .from(contactChannels)
          .innerJoin(contacts, eq(contacts.id, contactChannels.contact_id))
          .where(and(eq(contactChannels.organization_id, given.organization.id), eq(contactChannels.channel, 'tchat')))
          .orderBy(asc(contactChannels.id)),
      /** Of all conversations, in their order. */
      async messages() {
        const rows = await app.ctx.db
          .select({ message: messages })
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
          .where(own)
          .orderBy(asc(messages.id))
        return rows.map(({ message }) => message)
      },
      /** What contacts have written, in its order. */
      async received() {
        return (await this.messages()).filter(({ role }) => role === 'contact').map(({ content }) => content)
      },
      /** What the runs were given, in their order. */
      async inputs(): Promise<{ message: string; attachments: { name: string }[] }[]> {
        const ctx = extendContext(app.ctx, { organization: given.organization })
        const runs = await runsOf(app, given.organization)
        return Promise.all(runs.map(async (run) => (await readBeginning(ctx, run)).input as never))
      },
      /** Waits until no update waits to be processed. */
      allProcessed: () =>
        expect
          .poll(() =>
            app.ctx.db.$count(
              channelUpdates,
              and(eq(channelUpdates.organization_id, given.organization.id), isNotNull(channelUpdates.due_at)),
            ),
          )
          .toBe(0),
      sent,
      /** Waits until the bot has sent so many messages, and answers with them. */
      async sentAfter(count: number) {
        await expect.poll(() => sent().length).toBe(count)
        return sent()
      },
      /** The words that the model was sent last. */
      asked: () => JSON.stringify(vendor.requests.at(-1)?.body.messages ?? []),
    }
  }

  /** The same with the bot connected, and its personal chats enabled. */
  async function talking({ values, organization }: Options = {}) {
    const here = await place({
      values: { model_values: { is_multimodal: true }, ...values },
      ...(organization && { organization }),
    })
    await here.connect()
    const { status } = await here.client.patch(here.path, { enables_private_chats: true })
    expect(status).toBe(200)
    return here
  }

  return { app, teams, place, talking }
}

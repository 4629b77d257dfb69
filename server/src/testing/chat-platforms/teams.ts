import { and, asc, eq } from 'drizzle-orm'
import { afterAll, expect } from 'vitest'
import type { TchatBot } from '#contracts/tchat-bots.ts'
import { channelBots } from '#features/channel-bots/table.ts'
import { contactChannels, contacts } from '#features/contacts/table.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import { randomToken } from '#platform/cipher.ts'
import type { Logger } from '#platform/log.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type Client, createClient } from '../client.ts'
import { startTeamsDouble, type TeamsDouble } from '../doubles/teams.ts'
import { type BotOptions, givenTeammateForBot, sentBy } from './bot.ts'

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

  /** A teammate with a bot on Teams that may be connected to it. */
  async function givenBot(options: BotOptions = {}) {
    const given = await givenTeammateForBot(app, 'tchat', options)
    const { client, path, organization, teammate } = given
    const bot = teams.newBot()
    teams.setEndpoint(bot, `${app.base_url}/webhooks/msteams/${teammate.id}/messages`)
    return {
      ...given,
      ...sentBy(() => teams.sent.filter((one) => one.bot === bot.app_id)),
      bot,
      show: async (): Promise<TchatBot> => (await client.get(path)).body,
      async connect(body: object = bot) {
        const answer = await client.post(path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return answer.body as TchatBot
      },
      contacts: () =>
        app.ctx.db
          .select({
            external_id: contactChannels.external_id,
            first_name: contacts.first_name,
            last_name: contacts.last_name,
          })
          .from(contactChannels)
          .innerJoin(contacts, eq(contacts.id, contactChannels.contact_id))
          .where(and(eq(contactChannels.organization_id, organization.id), eq(contactChannels.channel, 'tchat')))
          .orderBy(asc(contactChannels.id)),
    }
  }

  /** The same with the bot connected, and its personal chats enabled. */
  async function talking({ values, organization }: BotOptions = {}) {
    const here = await givenBot({
      values: { model_values: { is_multimodal: true }, ...values },
      ...(organization && { organization }),
    })
    await here.connect()
    const { status } = await here.client.patch(here.path, { enables_private_chats: true })
    expect(status).toBe(200)
    return here
  }

  return { app, teams, givenBot, talking }
}

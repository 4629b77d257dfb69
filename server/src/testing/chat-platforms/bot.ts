import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import type { ChannelChat } from '#contracts/bot-chats.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { channelUpdates } from '#features/channel-bots/table.ts'
import { conversations, messages } from '#features/conversations/table.ts'
import { readBeginning } from '#features/runs/log/read-beginning.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { TestApp } from '../app.ts'
import { runsOf } from '../chats/private-chat.ts'
import { startCustomDouble } from '../doubles/vendors/chat-completions.ts'

export type BotOptions = {
  values?: Parameters<TestApp['given']['connectedTeammate']>[2]
  organization?: Parameters<TestApp['given']['organization']>[0]
}

/** A teammate behind a vendor double, and what may be seen of its bot; `path` is where the bot is connected. */
export async function givenTeammateForBot(
  app: TestApp,
  channel: keyof typeof chatPlatforms,
  { values, organization: row }: BotOptions = {},
) {
  const vendor = await startCustomDouble(null)
  onTestFinished(() => vendor.close())
  vendor.reply(() => ({ text: 'Hello from Ada' }))
  const given = await app.given.organization(row)
  const { organization } = given
  const teammate = await app.given.connectedTeammate(organization, vendor, { name: 'Ada', ...values })
  const client = await app.as(given.admin)
  const path = `/api/organizations/${organization.id}/employees/${teammate.id}/${chatPlatforms[channel].segment}`
  const chats = async (): Promise<ChannelChat[]> => (await client.get(`${path}/chats`)).body.data
  const own = and(eq(conversations.organization_id, organization.id), eq(conversations.channel, channel))
  /** Of all conversations, in their order. */
  const allMessages = async () => {
    const rows = await app.ctx.db
      .select({ message: messages })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
      .where(own)
      .orderBy(asc(messages.id))
    return rows.map(({ message }) => message)
  }
  const pending = and(eq(channelUpdates.organization_id, organization.id), isNotNull(channelUpdates.due_at))
  return {
    ...given,
    vendor,
    teammate,
    client,
    path,
    chats,
    /** Enables every chat that the bot has seen. */
    async enable() {
      for (const { id } of await chats()) {
        const { status } = await client.put(`${path}/chats/${id}/status`, { status: 'enabled' })
        expect(status).toBe(200)
      }
    },
    conversations: () => app.ctx.db.select().from(conversations).where(own).orderBy(asc(conversations.id)),
    messages: allMessages,
    /** What contacts have written, in its order. */
    received: async () => (await allMessages()).filter(({ role }) => role === 'contact').map(({ content }) => content),
    /** What the runs were given, in their order. */
    async inputs(): Promise<{ message: string; attachments: { name: string }[] }[]> {
      const ctx = extendContext(app.ctx, { organization })
      const runs = await runsOf(app, organization)
      return Promise.all(runs.map(async (run) => (await readBeginning(ctx, run)).input as never))
    },
    /** Waits until no update waits to be processed. */
    allProcessed: () => expect.poll(() => app.ctx.db.$count(channelUpdates, pending)).toBe(0),
    /** The words that the model was sent last. */
    asked: () => JSON.stringify(vendor.requests.at(-1)?.body.messages ?? []),
  }
}

/** What a bot has sent; `sentAfter` waits until it has sent so many messages, and answers with them. */
export function sentBy<Sent>(sent: () => Sent[]) {
  return {
    sent,
    async sentAfter(count: number) {
      await expect.poll(() => sent().length).toBe(count)
      return sent()
    },
  }
}

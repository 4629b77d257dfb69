import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { channelUpdates } from '#features/channel-bots/table.ts'
import { conversations, messageDeliveries, messages } from '#features/conversations/table.ts'
import type { TestApp } from '../app.ts'
import type { ChatBot, ChatPlatform, Sent } from '../chat-platforms/chat-platform.ts'
import { givenTeammate } from './given-teammate.ts'

/** A teammate whose bot answers each person's message by its words. */
export async function givenChatTeammate(app: TestApp, platform: ChatPlatform) {
  const given = await givenTeammate(app, ({ body }) => {
    const last = JSON.stringify(body.messages)
      .match(/Person \d+, message \d+\./g)
      ?.at(-1)
    return { text: `An answer to ${last}` }
  })
  const admin = given.asAdmin({ address: app.base_url })
  const bot = await platform.connect(admin, `${given.base}/employees/${given.teammate.id}`)
  return { ...given, bot }
}
export type GivenChatTeammate = Awaited<ReturnType<typeof givenChatTeammate>>

/** A person whose messages are sent one after the other, each again until the webhook accepts it. */
export function personOf(bot: ChatBot, n: number) {
  const write = bot.newWriter(`Person ${n}`)
  const texts: string[] = []
  let pending: Sent | null = null
  let last: Sent | null = null

  async function begin(): Promise<Sent> {
    const text = `Person ${n}, message ${texts.length}.`
    const file = { bytes: Buffer.from(text), name: 'notes.txt' }
    const sending = write({ text, ...(texts.length % 3 === 2 && { file }) })
    texts.push(text)
    return sending
  }

  return {
    texts,
    isPending: () => pending !== null,
    /** As a platform does if the answer to a message was lost with the server. */
    async repeatLast(): Promise<boolean> {
      if (!last) return true
      const { status, body } = await last.repeat()
      if (status !== null) expect(status, JSON.stringify(body)).toBe(200)
      return status !== null
    },
    /** Answers with whether the server accepted it; every third message has a file, which is fetched first. */
    async sendNext(): Promise<boolean> {
      const sent: Sent = await (pending ? pending.repeat() : begin())
      pending = sent.status === 200 ? null : sent
      if (sent.status === 200) last = sent
      // So a server answers that is ending, on connections that are still open.
      if (sent.status === null || sent.status === 503) return false
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      return true
    },
  }
}
export type Person = ReturnType<typeof personOf>

const answersIn = (texts: readonly string[]) => texts.filter((text) => text.startsWith('An answer to'))

export type Judged = { received: number; delivered: number; failed: number }

/**
 * Waits until nothing is pending. Every accepted message was received once, in its order, and no answer was sent twice; one
 * failed only on a platform that does not show what has arrived. `texts` are those of each person.
 */
export async function verifyChats(
  app: TestApp,
  { organization, bot }: Pick<GivenChatTeammate, 'organization' | 'bot'>,
  texts: readonly string[][],
): Promise<Judged> {
  const { db } = app.ctx
  const ofUpdates = eq(channelUpdates.organization_id, organization.id)
  const ofMessages = eq(messages.organization_id, organization.id)
  const ofDeliveries = eq(messageDeliveries.organization_id, organization.id)
  await expect.poll(() => db.$count(channelUpdates, and(ofUpdates, isNotNull(channelUpdates.due_at)))).toBe(0)
  await expect.poll(() => db.$count(messages, and(ofMessages, eq(messages.status, 'in_progress')))).toBe(0)
  const pending = and(ofDeliveries, eq(messageDeliveries.state, 'pending'))
  await expect.poll(() => db.$count(messageDeliveries, pending)).toBe(0)
  const rows = await db
    .select({ id: messages.id, content: messages.content, role: messages.role, of: conversations.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .where(ofMessages)
    .orderBy(asc(messages.id))
  const received = Map.groupBy(
    rows.filter(({ role }) => role === 'contact'),
    ({ of }) => of,
  )
  const byPerson = [...received.values()].map((each) => each.flatMap(({ content }) => content.split('\n')))
  expect(byPerson.toSorted()).toEqual(texts.toSorted())

  const answers = rows.filter(({ content }) => content.startsWith('An answer to'))
  // What a person wrote while an answer was written is answered together, by its last message.
  const last = texts.flatMap((each) => (each.length > 0 ? [`An answer to ${each.at(-1)}`] : []))
  expect(last.filter((text) => !answers.some(({ content }) => content === text))).toEqual([])
  const isFailed = and(ofDeliveries, eq(messageDeliveries.state, 'failed'))
  const failed = await db.select().from(messageDeliveries).where(isFailed)
  // A request that was cut off may have arrived, and is not sent once more unless the platform shows that it has not.
  if (bot.hasHistory) expect(failed).toEqual([])
  for (const { last_error } of failed) expect(last_error).toMatch(/may have arrived|not known whether/)
  const sent = answersIn(bot.sentTexts())
  expect(sent.length).toBe(new Set(sent).size)
  const failedIds = new Set(failed.map(({ message_id }) => message_id))
  expect(answers.filter(({ id, content }) => !failedIds.has(id) && !sent.includes(content))).toEqual([])
  return { received: texts.flat().length, delivered: answers.length - failed.length, failed: failed.length }
}

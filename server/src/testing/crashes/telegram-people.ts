import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { channelUpdates } from '#features/channel-bots/table.ts'
import { conversations, messageDeliveries, messages } from '#features/conversations/table.ts'
import type { TestApp } from '../app.ts'
import type { Bot, Update } from '../doubles/telegram/bots.ts'
import type { TelegramDouble } from '../doubles/telegram.ts'
import { givenTeammate } from './given-teammate.ts'

/** A teammate whose bot answers each person's message by its words. */
export async function givenTelegramTeammate(app: TestApp, telegram: TelegramDouble) {
  const given = await givenTeammate(app, ({ body }) => {
    const last = JSON.stringify(body.messages)
      .match(/Person \d+, message \d+\./g)
      ?.at(-1)
    return { text: `An answer to ${last}` }
  })
  const bot = telegram.newBot()
  const path = `${given.base}/employees/${given.teammate.id}/telegram`
  const admin = given.asAdmin({ address: app.base_url })
  expect((await admin.post(path, { token: bot.token })).status).toBe(200)
  expect((await admin.patch(path, { enables_private_chats: true })).status).toBe(200)
  return { ...given, bot }
}

/** A person whose messages Telegram sends one after the other, each again until the webhook accepts it. */
export function personOf(telegram: TelegramDouble, bot: Bot, n: number) {
  const from = telegram.newPerson({ first_name: `Person ${n}` })
  const texts: string[] = []
  let waiting: Update | null = null
  let last: Update | null = null
  return {
    texts,
    isWaiting: () => waiting !== null,
    /** As Telegram does if the answer to an update was lost with the server. */
    async repeatLast(): Promise<boolean> {
      if (!last) return true
      const { status, body } = await telegram.redeliver(last)
      if (status !== null) expect(status, JSON.stringify(body)).toBe(200)
      return status !== null
    },
    /** Answers with whether the server accepted it; every third message has a file, which is fetched first. */
    async sendNext(): Promise<boolean> {
      const text = `Person ${n}, message ${texts.length}.`
      const document = { bytes: Buffer.from(text), name: 'notes.txt', mime_type: 'text/plain' }
      const isNew = waiting === null
      const delivered = waiting
        ? await telegram.redeliver(waiting)
        : await telegram.say(bot, { from, ...(texts.length % 3 === 2 ? { document, caption: text } : { text }) })
      if (isNew) texts.push(text)
      waiting = delivered.status === 200 ? null : delivered.update
      if (delivered.status === 200) last = delivered.update
      if (delivered.status === null) return false
      expect(delivered.status, JSON.stringify(delivered.body)).toBe(200)
      return true
    },
  }
}

/** Every accepted message was received once, in its order, and no answer was sent twice. */
export async function judgeTelegram(
  app: TestApp,
  telegram: TelegramDouble,
  organization_id: string,
  texts: string[][],
): Promise<void> {
  const { db } = app.ctx
  const ofUpdates = eq(channelUpdates.organization_id, organization_id)
  const ofMessages = eq(messages.organization_id, organization_id)
  const ofDeliveries = eq(messageDeliveries.organization_id, organization_id)
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
  expect(answers.length).toBeGreaterThan(0)
  const isFailed = and(ofDeliveries, eq(messageDeliveries.state, 'failed'))
  const failed = await db.select().from(messageDeliveries).where(isFailed)
  // A request that was cut off may have arrived, and is not sent once more.
  for (const { last_error } of failed) expect(last_error).toMatch(/may have arrived|not known whether/)
  const sent = telegram.sent.map(({ text }) => text ?? '').filter((text) => text.startsWith('An answer to'))
  expect(sent.length).toBe(new Set(sent).size)
  const failedIds = new Set(failed.map(({ message_id }) => message_id))
  expect(answers.filter(({ id, content }) => !failedIds.has(id) && !sent.includes(content))).toEqual([])
}

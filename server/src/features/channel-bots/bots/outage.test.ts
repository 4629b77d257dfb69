import { and, asc, count, eq, isNotNull, or } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { deliverDue } from '#features/conversations/deliveries/deliver-message.ts'
import { conversations, messageDeliveries, messages } from '#features/conversations/table.ts'
import { startTestApp } from '#testing/app.ts'
import type { ChatPlatform } from '#testing/chat-platforms/chat-platform.ts'
import { startSlackPlatform } from '#testing/chat-platforms/slack-platform.ts'
import { startTeamsPlatform } from '#testing/chat-platforms/teams-platform.ts'
import { startTelegramPlatform } from '#testing/chat-platforms/telegram-platform.ts'
import { givenChatTeammate } from '#testing/crashes/chat-people.ts'
import { channelUpdates } from '../table.ts'
import { checkBots } from './check-bots.ts'

const MINUTE_MS = 60_000
/** Of the twelve attempts eleven are made within an hour, and the last one some minutes later. */
const ATTEMPTS_OF_AN_HOUR = 11

async function startChat(start: () => Promise<ChatPlatform>) {
  const platform = await start()
  const app = await startTestApp({ env: platform.env })
  onTestFinished(async () => {
    await app.close()
    await platform.close()
  })
  platform.reach(app.base_url)
  platform.setClock(app.clock.now)
  const given = await givenChatTeammate(app, platform)
  onTestFinished(() => given.vendor.close())
  const { db } = app.ctx
  const ofOrganization = eq(messages.organization_id, given.organization.id)
  const isBusy = or(isNotNull(messageDeliveries.holder), eq(messages.status, 'in_progress'))
  const admin = given.asAdmin({ address: app.base_url })
  const write = given.bot.newWriter('Person 0')
  const texts: string[] = []

  /** Until every update is a message, every answer is written, and no delivery is attempted. */
  async function settled(): Promise<void> {
    const ofUpdates = eq(channelUpdates.organization_id, given.organization.id)
    await expect.poll(() => db.$count(channelUpdates, and(ofUpdates, isNotNull(channelUpdates.due_at)))).toBe(0)
    const busy = async () => {
      const [found] = await db
        .select({ busy: count() })
        .from(messages)
        .leftJoin(messageDeliveries, eq(messageDeliveries.message_id, messages.id))
        .where(and(ofOrganization, isBusy))
      return found?.busy
    }
    await expect.poll(busy).toBe(0)
  }

  /** In milliseconds; later messages of the chat wait for this one. Null where all are delivered. */
  async function nextAttemptAt(): Promise<number | null> {
    const [first] = await db
      .select({ at: messageDeliveries.next_attempt_at })
      .from(messageDeliveries)
      .where(and(eq(messageDeliveries.organization_id, given.organization.id), eq(messageDeliveries.state, 'pending')))
      .orderBy(asc(messageDeliveries.message_id))
      .limit(1)
    return first?.at?.getTime() ?? null
  }

  return {
    ...given,
    app,
    platform,
    texts,
    settled,
    /** Messages of one person in one chat, one right after the other. */
    async writeBurst(length: number): Promise<void> {
      for (let n = 0; n < length; n++) {
        const text = `Person 0, message ${texts.length}.`
        texts.push(text)
        expect((await write({ text })).status).toBe(200)
      }
      await settled()
    },
    /** Each attempt is made when it is due. */
    async passMinutes(minutes: number): Promise<void> {
      const end = app.clock.now().getTime() + minutes * MINUTE_MS
      for (let next = await nextAttemptAt(); next !== null && next <= end; next = await nextAttemptAt()) {
        app.clock.advance(Math.max(0, next - app.clock.now().getTime()))
        await deliverDue(app.ctx)
        await settled()
      }
      app.clock.advance(Math.max(0, end - app.clock.now().getTime()))
    },
    /** As an operator sees them, the oldest first. */
    async shown(): Promise<Message[]> {
      const [conversation] = await db
        .select()
        .from(conversations)
        .where(eq(conversations.organization_id, given.organization.id))
      const { body } = await admin.get(`${given.base}/conversations/${conversation?.id}/messages`)
      return body.data.toReversed()
    },
  }
}

/** Begins it; what ends it is answered. */
type Outage = (platform: ChatPlatform) => Promise<() => unknown>

const refusing: Outage = async (platform) => {
  await platform.goDown()
  return () => platform.comeBack()
}
const unavailable: Outage = async (platform) => platform.beUnavailable()

test.each([
  ['Telegram', 'refuses connections', 'ECONNREFUSED', 'telegram', startTelegramPlatform, refusing],
  ['Telegram', 'answers with 503', '503', 'telegram', startTelegramPlatform, unavailable],
  ['Slack', 'refuses connections', 'ECONNREFUSED', 'slack', startSlackPlatform, refusing],
  ['Slack', 'answers with 503', '503', 'slack', startSlackPlatform, unavailable],
  ['Microsoft Teams', 'refuses connections', 'ECONNREFUSED', 'msteams', startTeamsPlatform, refusing],
  ['Microsoft Teams', 'answers with 503', '503', 'msteams', startTeamsPlatform, unavailable],
] as const)(
  'when %s %s for an hour, answers are pending until it is back, and then arrive once and in their order',
  async (_platform, _outage, reason, path, start, begin) => {
    const chat = await startChat(start)
    await chat.writeBurst(1)
    await expect.poll(() => chat.bot.sentTexts()).toEqual(['An answer to Person 0, message 0.'])

    const end = await begin(chat.platform)
    await chat.writeBurst(5)
    await chat.passMinutes(30)
    await chat.writeBurst(3)
    await chat.passMinutes(30)
    await checkBots(chat.app.ctx)
    const pending = (await chat.shown()).filter(({ role }) => role === 'ai').slice(1)
    expect(pending.length).toBeGreaterThan(1)
    for (const { delivery } of pending) expect(delivery?.state).toBe('pending')
    expect(pending[0]?.delivery).toMatchObject({
      attempts: ATTEMPTS_OF_AN_HOUR,
      last_error: expect.stringContaining(reason),
      next_attempt_at: expect.any(String),
    })

    await end()
    const bot = `${chat.base}/employees/${chat.teammate.id}/${path}`
    expect((await chat.asAdmin({ address: chat.app.base_url }).get(bot)).body).toMatchObject({ status: 'active' })
    await chat.writeBurst(1)
    await chat.passMinutes(10)

    const shown = await chat.shown()
    const answers = shown.filter(({ role }) => role === 'ai')
    expect(answers.map(({ delivery }) => delivery?.state)).toEqual(answers.map(() => 'delivered'))
    expect(chat.bot.sentTexts()).toEqual(answers.map(({ content }) => content))
    const received = shown.filter(({ role }) => role === 'contact').flatMap(({ content }) => content.split('\n'))
    expect(received).toEqual(chat.texts)
  },
)

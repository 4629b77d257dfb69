import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachments } from '#features/conversations/table.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'
import { claimUpdates, nextUpdates, pendingUpdates } from '../bots/next-updates.ts'
import { processDueChats } from '../bots/process-chats.ts'
import { channelChats, channelUpdates } from '../table.ts'

const { app, telegram, talking } = await startTelegramApp()
const { db } = app.ctx
const BYTES = Buffer.from('bytes')
const DAY_MS = 24 * 3_600_000

async function ready() {
  const here = await talking()
  const ofThese = eq(channelUpdates.organization_id, here.organization.id)
  return {
    ...here,
    updates: () => db.select().from(channelUpdates).where(ofThese).orderBy(asc(channelUpdates.id)),
  }
}

/** As a process leaves it that dies after the commit of the message and before it could say that it was taken. */
async function cutOff(id: string, update: object): Promise<void> {
  await db
    .update(channelUpdates)
    .set({ body: { ...update }, due_at: app.ctx.now(), message_id: null })
    .where(eq(channelUpdates.id, id))
}

test('an album that was cut off when it had become a message does not become one more with a picture that comes late', async () => {
  const here = await ready()
  const album = { media_group_id: 'album-late', document: { bytes: BYTES, name: 'a.bin' } }
  const delivered = [await telegram.say(here.bot, album), await telegram.say(here.bot, album)]
  app.clock.advance(1000)
  await here.sentAfter(1)
  await here.allProcessed()
  const taken = await here.updates()
  for (const [index, { id }] of taken.entries()) await cutOff(id, delivered[index]?.update ?? {})
  await telegram.say(here.bot, album)
  app.clock.advance(1000)
  await processDueChats(app.ctx)
  await here.allProcessed()
  expect(await here.received()).toHaveLength(2)
  const kept = await db.select().from(attachments).where(eq(attachments.organization_id, here.organization.id))
  expect(kept.filter(({ message_id }) => message_id !== null)).toHaveLength(3)
})

test('a message that was cut off when it was taken is known to be the one that it became', async () => {
  const here = await ready()
  const { update } = await telegram.say(here.bot, { text: 'Hello' })
  await here.sentAfter(1)
  await here.allProcessed()
  const [before] = await here.updates()
  await cutOff(before?.id ?? '', update)
  await processDueChats(app.ctx)
  await here.allProcessed()
  const [question] = await here.messages()
  expect(await here.updates()).toMatchObject([{ message_id: question?.id, body: null }])
})

test('what waits in a group is taken although the group continues under an id that was seen before', async () => {
  const here = await ready()
  const group = telegram.newGroup()
  await telegram.say(here.bot, { chat: group, member: 'member' })
  await here.enable()
  const caption = `@${here.bot.username} look`
  await telegram.say(here.bot, {
    chat: group,
    caption,
    entities: [],
    document: { bytes: BYTES, name: 'a.bin' },
    media_group_id: 'waits',
  })
  const supergroup = { ...telegram.newSupergroup(), title: group.title ?? '' }
  await telegram.say(here.bot, { chat: supergroup, member: 'member' })
  await telegram.say(here.bot, { chat: group, fields: { migrate_to_chat_id: supergroup.id } })
  app.clock.advance(1000)
  await processDueChats(app.ctx)
  await expect.poll(async () => (await here.received()).join()).toContain('look')
  expect(await here.chats()).toMatchObject([{ chat_id: String(supergroup.id), status: 'enabled' }])
  expect(await here.conversations()).toMatchObject([{ external_id: String(supergroup.id) }])
})

/** Until Telegram is asked for it; that the bot is typing may come before or after. */
const fileIsFetched = (calls: number) => expect.poll(() => telegram.calls.slice(calls)).toContain('getFile')

test('a process that was away for so long that another one holds the chat does not take it back, nor lets go of it', async () => {
  const here = await ready()
  const gate = Promise.withResolvers<void>()
  telegram.hold(gate.promise)
  const calls = telegram.calls.length
  await telegram.say(here.bot, { document: { bytes: BYTES, name: 'first.bin' } })
  await fileIsFetched(calls)
  await telegram.say(here.bot, { text: 'second' })
  const held_until = new Date(app.ctx.now().getTime() + DAY_MS)
  const ofThese = eq(channelChats.organization_id, here.organization.id)
  await db.update(channelChats).set({ held_until }).where(ofThese)
  const stillWaiting = () =>
    db.$count(
      channelUpdates,
      and(eq(channelUpdates.organization_id, here.organization.id), isNotNull(channelUpdates.due_at)),
    )
  const heldUntil = async () => (await db.select().from(channelChats).where(ofThese))[0]?.held_until
  // Its heartbeat finds that the chat is another one's by now.
  app.clock.advance(60_000)
  gate.resolve()
  await expect.poll(stillWaiting).toBeLessThan(2)
  await here.sentAfter(1)
  expect(await stillWaiting()).toBe(1)
  expect(await heldUntil()).toEqual(held_until)
  await db.update(channelChats).set({ held_until: null }).where(ofThese)
  await processDueChats(app.ctx)
  await here.sentAfter(2)
  expect(await here.received()).toEqual(['', 'second'])
})

test('a process that was paused after it had read what waits does not process a shorter batch than the one of its successor', async () => {
  const here = await ready()
  const gate = Promise.withResolvers<void>()
  telegram.hold(gate.promise)
  const calls = telegram.calls.length
  await telegram.say(here.bot, { document: { bytes: BYTES, name: 'first.bin' } })
  await fileIsFetched(calls)
  const [first] = await here.updates()
  if (!first) throw new Error('Nothing was stored')
  // As both processes read it: before its first attempt, and before the second message had come.
  const unclaimed = { batch_id: null, attempts: 0 }
  await db.update(channelUpdates).set(unclaimed).where(eq(channelUpdates.id, first.id))
  const asPaused = nextUpdates(app.ctx, await pendingUpdates(app.ctx, first.chat_id))
  await telegram.say(here.bot, { text: 'second' })
  const asSuccessor = nextUpdates(app.ctx, await pendingUpdates(app.ctx, first.chat_id))
  expect([asPaused.length, asSuccessor.length]).toEqual([1, 2])
  expect(await claimUpdates(app.ctx, asSuccessor)).toBe(true)
  expect(await claimUpdates(app.ctx, asPaused)).toBe(false)
  expect(await here.updates()).toMatchObject([
    { batch_id: first.id, attempts: 1 },
    { batch_id: first.id, attempts: 1 },
  ])
  gate.resolve()
  // The process that was at work has read the first message alone, and answers the second one after it.
  await here.sentAfter(2)
})

test('chats that are held keep none from being looked for', async () => {
  const here = await ready()
  await telegram.say(here.bot, { text: 'first' })
  await here.sentAfter(1)
  const [known] = await here.updates()
  const [chat] = await db.select().from(channelChats).where(eq(channelChats.organization_id, here.organization.id))
  if (!known || !chat) throw new Error('Nothing was kept')
  const others = Array.from({ length: 300 }, (_, n) => ({ ...chat, id: crypto.randomUUID(), chat_id: `${n}` }))
  const held_until = new Date(app.ctx.now().getTime() + DAY_MS)
  await db.insert(channelChats).values(others.map((other) => ({ ...other, held_until })))
  const waiting = { ...known, message_id: null, due_at: new Date(0), body: {} }
  await db
    .insert(channelUpdates)
    .values(others.map(({ id }) => ({ ...waiting, id: crypto.randomUUID(), chat_id: id, external_id: id })))
  const { update } = await telegram.say(here.bot, { text: 'second' })
  await here.sentAfter(2)
  const [, second] = (await here.updates()).filter(({ chat_id }) => chat_id === chat.id)
  await cutOff(second?.id ?? '', update)
  await processDueChats(app.ctx)
  await expect
    .poll(async () => (await here.updates()).find(({ id }) => id === second?.id)?.due_at, { timeout: 3000 })
    .toBeNull()
  await db.delete(channelUpdates).where(eq(channelUpdates.organization_id, here.organization.id))
})

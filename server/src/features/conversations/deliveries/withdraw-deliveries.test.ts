import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { startTestApp } from '#testing/app.ts'
import { conversationOf, givenInbox } from '#testing/chats/inbox.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import { startPostingTarget } from '#testing/doubles/posting-target.ts'
import { deliveries, featuresWithPosting } from '#testing/servers/posting-channel.ts'
import { conversations } from '../table.ts'
import { deliverDue } from './deliver-message.ts'

const app = await startTestApp({ features: featuresWithPosting, env: { DELIVERY_TIMEOUT: '3' } })
const target = await startPostingTarget()
deliveries.target = target.url
afterAll(() => app.close())
afterAll(() => target[Symbol.asyncDispose]())
beforeEach(() => target.be('accept'))

async function ready() {
  const given = await givenInbox(app)
  given.vendor.reply(() => ({ text: 'By the teammate.' }))
  const ask = async (from: string) => {
    const { body } = await given.client.post(`/api/private/posting/${given.teammate.id}`, { from, message: 'Do it' })
    await expect.poll(async () => (await messageOf(app, body.message_id)).status).not.toBe('in_progress')
    const id = await conversationOf(app, from, given.organization.id)
    const read = async (): Promise<Message[]> => (await given.operator.get(given.at(id, '/messages'))).body.data
    const deliveryOf = async (message_id: string) => (await read()).find((one) => one.id === message_id)?.delivery
    return {
      id,
      answer: body.message_id as string,
      deliveryOf,
      to: (path: string) => given.operator.post(given.at(id, path)),
      reply: async (content: string): Promise<string> =>
        (await given.operator.post(given.at(id, '/messages'), { content })).body.id,
    }
  }
  return { ...given, ask }
}

const attemptsOf = (message_id: string) => target.attempts.filter(({ key }) => key === message_id).length
const takenBy = (person: string) => target.taken().flatMap(({ to, text }) => (to === person ? [text] : []))

async function muchLater() {
  app.clock.advance(4 * 3_600_000)
  await deliverDue(app.ctx)
}

test('an answer that was not delivered when a person took over is never delivered, also after it was handed back', async () => {
  await using given = await ready()
  target.be('fail', 'ines')
  const { answer, deliveryOf, to, reply } = await given.ask('ines')
  await expect.poll(async () => (await deliveryOf(answer))?.last_error).toBe('The other side answered 503')
  expect((await to('/assign')).status).toBe(200)
  const before = attemptsOf(answer)
  expect(await deliveryOf(answer)).toMatchObject({
    state: 'withdrawn',
    withdrawn_because: 'taken_over',
    last_error: 'The other side answered 503',
    next_attempt_at: null,
  })
  target.be('accept', 'ines')
  const own = await reply('By a person.')
  await expect.poll(async () => (await deliveryOf(own))?.state).toBe('delivered')
  await to('/unassign')
  await muchLater()
  const { answer: later } = await given.ask('ines')
  await expect.poll(async () => (await deliveryOf(later))?.state).toBe('delivered')
  expect(attemptsOf(answer)).toBe(before)
  expect(takenBy('ines')).toEqual(['By a person.', 'By the teammate.'])
})

test('a delivery under way when a person takes over may end, and is recorded as it ended; the person’s own waits for it', async () => {
  await using given = await ready()
  target.be('hang', 'jana')
  const { answer, deliveryOf, to, reply } = await given.ask('jana')
  await expect.poll(() => attemptsOf(answer)).toBe(1)
  expect((await to('/assign')).status).toBe(200)
  expect(await deliveryOf(answer)).toMatchObject({ state: 'withdrawn', withdrawn_because: 'taken_over' })
  const own = await reply('By a person.')
  await deliverDue(app.ctx)
  expect(attemptsOf(own)).toBe(0)
  target.be('accept', 'jana')
  target.letGo()
  await expect.poll(() => deliveryOf(own)).toMatchObject({ state: 'delivered' })
  expect(await deliveryOf(answer)).toMatchObject({ state: 'delivered', withdrawn_because: null })
  expect(takenBy('jana')).toEqual(['By the teammate.', 'By a person.'])
})

test('a delivery under way that fails after a person took over is not tried again', async () => {
  await using given = await ready()
  target.be('hang', 'karl')
  const { answer, deliveryOf, to } = await given.ask('karl')
  await expect.poll(() => attemptsOf(answer)).toBe(1)
  await to('/assign')
  target.be('fail', 'karl')
  target.letGo()
  await expect.poll(async () => (await deliveryOf(answer))?.last_error).toBe('The other side answered 503')
  target.be('accept', 'karl')
  await muchLater()
  expect(await deliveryOf(answer)).toMatchObject({ state: 'withdrawn', attempts: 1, next_attempt_at: null })
  expect(attemptsOf(answer)).toBe(1)
})

test('a person’s own replies are delivered no matter who has the conversation by then', async () => {
  await using given = await ready()
  const { deliveryOf, to, reply } = await given.ask('lena')
  target.be('fail', 'lena')
  const own = await reply('By a person.')
  await expect.poll(async () => (await deliveryOf(own))?.last_error).toBe('The other side answered 503')
  await to('/unassign')
  await to('/assign')
  target.be('accept', 'lena')
  await muchLater()
  await expect.poll(async () => (await deliveryOf(own))?.state).toBe('delivered')
})

test('a person who watches the conversation is told that an answer was withdrawn', async () => {
  await using given = await ready()
  target.be('fail', 'mara')
  const { answer, to } = await given.ask('mara')
  await expect.poll(() => attemptsOf(answer)).toBeGreaterThan(0)
  const update = app.events.next(
    'conversation.message_updated',
    ({ payload }) => payload.id === answer && (payload.delivery as Message['delivery'])?.state === 'withdrawn',
  )
  await to('/assign')
  expect((await update).payload.delivery).toMatchObject({ state: 'withdrawn', withdrawn_because: 'taken_over' })
})

test('nothing of a deleted conversation is delivered, no matter who said it, and it stays so where it is restored', async () => {
  await using given = await ready()
  target.be('fail', 'nils')
  const { id, answer, deliveryOf, reply } = await given.ask('nils')
  await expect.poll(() => attemptsOf(answer)).toBeGreaterThan(0)
  const own = await reply('By a person.')
  await expect.poll(() => attemptsOf(own)).toBeGreaterThan(0)
  await given.client.delete(`/api/private/posting/${given.teammate.id}/${id}`)
  const before = target.attempts.length
  target.be('accept', 'nils')
  await muchLater()
  expect(target.attempts.slice(before).filter(({ to }) => to === 'nils')).toEqual([])
  await app.ctx.db.update(conversations).set({ deleted_at: null }).where(eq(conversations.id, id))
  expect(await deliveryOf(own)).toMatchObject({ state: 'withdrawn', withdrawn_because: 'conversation_deleted' })
})

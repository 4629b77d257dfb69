import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { givenPrivateChat, messageOf } from '#testing/chats/private-chat.ts'
import { startPostingTarget } from '#testing/doubles/posting-target.ts'
import { deliveries, featuresWithPosting } from '#testing/servers/posting-channel.ts'
import { UndeliverableError } from '../define-channel.ts'
import { messageDeliveries } from '../table.ts'
import { deliverDue } from './deliver-message.ts'

const app = await startTestApp({ features: featuresWithPosting, env: { DELIVERY_TIMEOUT: '3' } })
const target = await startPostingTarget()
deliveries.target = target.url
afterAll(() => app.close())
afterAll(() => target[Symbol.asyncDispose]())
beforeEach(() => {
  target.be('accept')
  deliveries.refuse = null
})

async function ready() {
  const given = await givenPrivateChat(app)
  given.vendor.reply(() => ({ text: 'Done.' }))
  const write = async (from: string): Promise<string> => {
    const { body } = await given.client.post(`/api/private/posting/${given.teammate.id}`, { from, message: 'Do it' })
    await expect.poll(async () => (await messageOf(app, body.message_id)).status).not.toBe('in_progress')
    return body.message_id
  }
  return { ...given, write }
}

const deliveryOf = async (message_id: string) => {
  const [row] = await app.ctx.db.select().from(messageDeliveries).where(eq(messageDeliveries.message_id, message_id))
  return row
}
const attemptsOf = (message_id: string) => target.attempts.filter(({ key }) => key === message_id).length

test('an answer is delivered with its key, and nothing of a channel that does not deliver', async () => {
  await using given = await ready()
  const id = await given.write('anna')
  await expect.poll(async () => (await deliveryOf(id))?.state).toBe('delivered')
  expect(target.attempts.find(({ key }) => key === id)).toEqual({ key: id, to: 'anna', text: 'Done.' })
  const { body } = await given.save('Hello')
  expect(await deliveryOf(body.data.assistantMessageId)).toBeUndefined()
})

test('what fails is tried again later each time, and its last error can be read', async () => {
  await using given = await ready()
  target.be('fail')
  const begun = app.clock.now().getTime()
  const id = await given.write('ben')
  await expect.poll(() => deliveryOf(id)).toMatchObject({ last_error: 'The other side answered 503' })
  // The sweep may have tried it again meanwhile.
  const { state, attempts = 0, next_attempt_at } = (await deliveryOf(id)) ?? {}
  expect(state).toBe('pending')
  expect(attempts).toBeGreaterThan(0)
  expect(next_attempt_at?.getTime()).toBeGreaterThanOrEqual(begun + 2000 * 2 ** (attempts - 1))
  target.be('accept')
  app.clock.advance(3_600_000)
  await deliverDue(app.ctx)
  await expect.poll(() => deliveryOf(id)).toMatchObject({ state: 'delivered', last_error: null })
  expect((await deliveryOf(id))?.attempts).toBeGreaterThan(1)
})

test('an attempt that hangs ends at its time, and counts as failed', async () => {
  await using given = await ready()
  target.be('hang')
  const id = await given.write('carla')
  await expect.poll(async () => (await deliveryOf(id))?.last_error).toMatch(/timeout/i)
  target.be('accept')
  app.clock.advance(2500)
  await expect.poll(async () => (await deliveryOf(id))?.state).toBe('delivered')
})

test('what would be refused for ever is given up at once, and what waits behind it continues', async () => {
  await using given = await ready()
  deliveries.refuse = new UndeliverableError('This person has left')
  const id = await given.write('dora')
  await expect.poll(async () => (await deliveryOf(id))?.state).toBe('failed')
  expect(await deliveryOf(id)).toMatchObject({ attempts: 1, last_error: 'This person has left', next_attempt_at: null })
  deliveries.refuse = null
  const next = await given.write('dora')
  await expect.poll(async () => (await deliveryOf(next))?.state).toBe('delivered')
  expect(attemptsOf(id)).toBe(0)
})

test('messages of a conversation arrive in their order, and those of another do not wait for them', async () => {
  await using given = await ready()
  target.be('fail', 'emil')
  const first = await given.write('emil')
  await expect.poll(() => attemptsOf(first)).toBeGreaterThan(0)
  const second = await given.write('emil')
  const other = await given.write('frida')
  await expect.poll(async () => (await deliveryOf(other))?.state).toBe('delivered')
  expect(await deliveryOf(second)).toMatchObject({ state: 'pending', attempts: 0 })
  target.be('accept')
  app.clock.advance(10_000)
  await deliverDue(app.ctx)
  await expect.poll(async () => (await deliveryOf(second))?.state).toBe('delivered')
  const keys = target.taken().map(({ key }) => key)
  expect(keys.indexOf(first)).toBeLessThan(keys.indexOf(second))
})

test('eight sweeps at once attempt each delivery once', async () => {
  await using given = await ready()
  target.be('fail')
  const ids = await Promise.all(['g1', 'g2', 'g3', 'g4'].map((from) => given.write(from)))
  for (const id of ids) await expect.poll(async () => (await deliveryOf(id))?.last_error).not.toBeNull()
  const before = target.attempts.length
  target.be('accept')
  app.clock.advance(10_000)
  await Promise.all(Array.from({ length: 8 }, () => deliverDue(app.ctx)))
  for (const id of ids) await expect.poll(async () => (await deliveryOf(id))?.state).toBe('delivered')
  const attempted = target.attempts.slice(before).map(({ key }) => key)
  expect(attempted.filter((key) => ids.includes(key)).sort()).toEqual(ids.sort())
})

test('a person who reads the conversation sees how its answers were delivered', async () => {
  await using given = await ready()
  const id = await given.write('hans')
  await expect.poll(async () => (await deliveryOf(id))?.state).toBe('delivered')
  const attempts = (await deliveryOf(id))?.attempts
  const { body } = await given.client.get(`${given.path}?channel=posting&conversation_id=hans`)
  expect(body.data[0]).toMatchObject({ id, delivery: { state: 'delivered', attempts, last_error: null } })
  expect(body.data[1]).not.toHaveProperty('delivery')
})

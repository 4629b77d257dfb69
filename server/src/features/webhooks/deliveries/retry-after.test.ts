import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { startWebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { attempted, givenWebhooks } from '#testing/events/webhooks.ts'

const receiver = await startWebhookReceiver()
const app = await startTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })
afterAll(async () => {
  await app.close()
  await receiver[Symbol.asyncDispose]()
})

test('a receiver that asks for a pause is left alone for it, for a day at most, and junk is no pause', async () => {
  const given = await givenWebhooks(app, receiver)
  const pause = async (retryAfter: string) => {
    const hook = await given.add()
    receiver.status(hook.path, 429, 'Slowly', { 'retry-after': retryAfter })
    await hook.test()
    const { state, next_attempt_at } = await attempted(hook, 1)
    expect(state).toBe('pending')
    return (Date.parse(next_attempt_at ?? '') - app.clock.now().getTime()) / 1000
  }
  const date = new Date(app.clock.now().getTime() + 7_200_000).toUTCString()
  for (const [header, least, most] of [
    ['600', 590, 605],
    [date, 7180, 7205],
    ['99999999999', 86_390, 86_405],
    ['0', 0, 12],
    ['soon', 0, 12],
    ['-5', 0, 12],
  ] as const) {
    const seconds = await pause(header)
    expect(seconds, header).toBeGreaterThan(least)
    expect(seconds, header).toBeLessThan(most)
  }
})

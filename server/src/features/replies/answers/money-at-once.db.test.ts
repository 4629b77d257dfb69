import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { continueAnswer } from '#features/replies/continue-answer.ts'
import { runLeases } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { messageOf, runsOf } from '#testing/chats/private-chat.ts'
import {
  creditsOf,
  givenOwnKey,
  givenPlatformKey,
  reservationsOf,
  spentBy,
  startSpendApp,
} from '#testing/runs/spend.ts'

const { app, platform } = await startSpendApp()

test('twenty-four calls at once that fit are all answered, also where one of them alone may cost more than the limit', async () => {
  // Each costs 0.015, and may cost 0.82.
  await using given = await givenOwnKey(app, 0.4)
  given.vendor.reply(() => ({ text: 'ok', usage: { input_tokens: 10, output_tokens: 150 }, delay_ms: 20 }))
  const answers = await Promise.all(Array.from({ length: 24 }, () => given.ask('Hello')))
  expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200))
  const [day] = await spentBy(app, given.teammate)
  expect(day?.spent_usd).toBeCloseTo(0.36, 6)
  expect(day?.reserved_usd).toBe(0)
  expect(await reservationsOf(app, given.organization)).toEqual([])
})

test('calls at once that do not all fit never hold and spend more than the daily limit together', async () => {
  await using given = await givenOwnKey(app, 1)
  let charged = 0
  // As a vendor does: an answer ends where the caller wants it to.
  given.vendor.reply(({ body }) => {
    const output_tokens = Math.min(1000, Number(body.max_tokens))
    charged += output_tokens * 0.0001
    return {
      text: 'ok',
      usage: { input_tokens: 10, output_tokens },
      ...(output_tokens < 1000 && { finish: 'length' as const }),
    }
  })
  let isOver = false
  const watch = async () => {
    let most = 0
    while (!isOver) {
      const [now] = await spentBy(app, given.teammate)
      most = Math.max(most, (now?.spent_usd ?? 0) + (now?.reserved_usd ?? 0))
    }
    return most
  }
  const watched = watch()
  const answers = await Promise.all(Array.from({ length: 24 }, () => given.ask('Hello')))
  isOver = true
  // What adding up fractions adds is no money.
  expect(await watched).toBeLessThanOrEqual(1 + 1e-9)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body } of refused)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'DAILY_LIMIT_REACHED' })
  const [day] = await spentBy(app, given.teammate)
  expect(day?.spent_usd).toBeCloseTo(charged, 6)
  expect(charged).toBeLessThanOrEqual(1 + 1e-9)
  expect(charged).toBeGreaterThan(0.9)
  expect(day?.reserved_usd).toBe(0)
})

test('an answer that a small share has cut is asked for again with all that is left', async () => {
  await using given = await givenOwnKey(app, 0.5)
  const wanted = 3000
  given.vendor.reply(({ body }) => {
    const output_tokens = Math.min(wanted, Number(body.max_tokens))
    const isWhole = output_tokens === wanted
    return {
      text: isWhole ? 'Whole.' : 'Hal',
      usage: { input_tokens: 10, output_tokens },
      finish: isWhole ? 'stop' : 'length',
    }
  })
  const { status, body } = await given.ask('Write at length')
  expect({ status, message: body.data.message }).toEqual({ status: 200, message: 'Whole.' })
  expect(given.vendor.requests).toHaveLength(2)
  const [first, second] = given.vendor.requests.map((request) => Number(request.body.max_tokens))
  expect(first).toBeLessThan(1000)
  expect(await spentBy(app, given.teammate)).toEqual([
    { spent_usd: expect.closeTo(((first ?? 0) + wanted) * 0.0001, 6), reserved_usd: 0 },
  ])
  expect(second).toBeLessThanOrEqual(5000 - (first ?? 0))
})

test('a call that is stopped while it waits for money holds nothing and holds nobody up', async () => {
  await using given = await givenOwnKey(app, 0.01)
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  given.vendor.reply({ text: 'ok', usage: { input_tokens: 10, output_tokens: 10 }, until })
  given.vendor.reply(() => ({ text: 'ok', usage: { input_tokens: 10, output_tokens: 10 } }))
  const first = given.ask('Hello')
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  const stop = new AbortController()
  const stopped = fetch(`${app.base_url}${given.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${given.private_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Hello', channel: 'api' }),
    signal: stop.signal,
  }).catch(() => null)
  await expect.poll(async () => (await runsOf(app, given.organization)).length).toBe(2)
  const waiting = given.ask('Hello')
  await expect.poll(async () => (await runsOf(app, given.organization)).length).toBe(3)
  stop.abort()
  await stopped
  goOn()
  expect([(await first).status, (await waiting).status]).toEqual([200, 200])
  expect(await reservationsOf(app, given.organization)).toEqual([])
})

test('a run that is taken over does not wait for what its lost process held, and that counts as spent', async () => {
  await using given = await givenOwnKey(app, 0.05)
  given.vendor.reply({
    text: 'lost',
    usage: { input_tokens: 10, output_tokens: 10 },
    until: new Promise(() => undefined),
  })
  const { body } = await given.save('Hello', { is_async: true })
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  const [held] = await reservationsOf(app, given.organization)
  // Too little is left for any call.
  expect(held?.usd).toBeGreaterThan(0.04)
  await app.ctx.db
    .update(runLeases)
    .set({ holder: newId(), expires_at: new Date(0) })
    .where(eq(runLeases.run_id, body.data.runId))
  await continueAnswer(app.ctx, { run_id: body.data.runId })
  await expect.poll(async () => (await runsOf(app, given.organization))[0]?.error_code).toBe('DAILY_LIMIT_REACHED')
  expect(await reservationsOf(app, given.organization)).toEqual([])
  expect(await spentBy(app, given.teammate)).toEqual([{ spent_usd: held?.usd, reserved_usd: 0 }])
})

test('twenty calls at once never take more credits than there are', async () => {
  const given = await givenPlatformKey(app, 105)
  const before = platform.requests.length
  platform.reply(({ body }) => ({
    text: 'ok',
    usage: { input_tokens: 10, output_tokens: Math.min(1000, Number(body.max_tokens)) },
  }))
  const answers = await Promise.all(Array.from({ length: 20 }, () => given.ask('Hello')))
  const answered = answers.filter(({ status }) => status === 200).length
  for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'NO_CREDITS' })
  }
  expect(answered).toBeGreaterThanOrEqual(5)
  expect(platform.requests.length - before).toBe(answered)
  const credits = await creditsOf(app, given.organization)
  expect(credits).toBeGreaterThanOrEqual(0)
  expect(await reservationsOf(app, given.organization)).toEqual([])
})

test('a call waits for what another one holds, and is refused with that reason where too little of it comes back', async () => {
  await using given = await givenOwnKey(app, 0.01)
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  given.vendor.reply({ text: 'ok', usage: { input_tokens: 10, output_tokens: 100 }, until })
  const first = given.ask('Hello')
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  const second = given.save('Hello')
  await expect.poll(async () => (await runsOf(app, given.organization)).length).toBe(2)
  goOn()
  expect((await first).status).toBe(200)
  const { status, body } = await second
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'DAILY_LIMIT_REACHED' })
  expect(given.vendor.requests).toHaveLength(1)
  const failed = (await runsOf(app, given.organization)).find(({ status }) => status === 'failed')
  expect(await messageOf(app, failed?.assistant_message_id ?? null)).toMatchObject({
    status: 'failed',
    error: body.error,
  })
})

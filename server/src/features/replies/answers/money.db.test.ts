import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { runOf, runsOf } from '#testing/chats/private-chat.ts'
import {
  creditsOf,
  givenOwnKey,
  givenPlatformKey,
  reservationsOf,
  spentBy,
  startSpendApp,
  TENTH,
} from '#testing/runs/spend.ts'

const { app, platform } = await startSpendApp()

test('the platform’s key costs credits, 0.01 USD each; the organization’s own costs none', async () => {
  const theirs = await givenPlatformKey(app, 100)
  platform.reply(() => TENTH)
  const { body } = await theirs.ask('Hello')
  expect(await creditsOf(app, theirs.organization)).toBe(90)
  expect((await runOf(app, body.data.runId)).costs).toEqual([
    expect.objectContaining({ key_type: 'platform', input_tokens: 10, output_tokens: 1000, usd_cost: 0.1 }),
  ])

  await using own = await givenOwnKey(app, null)
  own.vendor.reply(TENTH)
  const answer = await own.ask('Hello')
  expect(await creditsOf(app, own.organization)).toBe(0)
  const run = await runOf(app, answer.body.data.runId)
  expect(run).toMatchObject({ input_tokens: 10, output_tokens: 1000, cached_input_tokens: 0, usd_cost: 0.1 })
  expect(run.costs).toMatchObject([{ key_type: 'organization', cached_input_tokens: 0 }])
  expect(await spentBy(app, own.teammate)).toEqual([{ spent_usd: 0.1, reserved_usd: 0 }])
})

test('without credits nothing is asked on the platform’s key, and nothing is written', async () => {
  const given = await givenPlatformKey(app, 0)
  const before = platform.requests.length
  const { status, body } = await given.ask('Hello')
  expect(status).toBe(422)
  expect(body).toMatchObject({ success: false, code: 'NO_CREDITS' })
  expect(platform.requests).toHaveLength(before)
  expect(await runsOf(app, given.organization)).toEqual([])
})

test('cached input is billed at its own price, and at the input price where it has none', async () => {
  const usage = { input_tokens: 1000, output_tokens: 0, cached_input_tokens: 600 }
  for (const [cached_input_cost, cost] of [
    [1, 0.004 + 0.0006],
    [0, 0.004],
    [null, 0.01],
  ] as const) {
    await using given = await givenOwnKey(app, null, { input_cost: 10, cached_input_cost })
    given.vendor.reply({ text: 'ok', usage })
    const { body } = await given.ask('Hello')
    const run = await runOf(app, body.data.runId)
    expect(run.usd_cost).toBeCloseTo(cost, 8)
    expect(run).toMatchObject({ input_tokens: 1000, cached_input_tokens: 600 })
  }
})

test('a model call that fails gives back what was held for it', async () => {
  const given = await givenPlatformKey(app, 100)
  platform.reply(() => ({ fault: 'status', status: 500 }))
  expect((await given.ask('Hello')).status).toBe(502)
  expect(await creditsOf(app, given.organization)).toBe(100)
  expect(await spentBy(app, given.teammate)).toEqual([{ spent_usd: 0, reserved_usd: 0 }])
  expect(await reservationsOf(app, given.organization)).toEqual([])
})

test('a call that breaks off midway is booked by what came of it', async () => {
  await using given = await givenOwnKey(app, 5)
  given.vendor.reply({ fault: 'drop_midway', chunks: ['x'.repeat(400), 'never comes'] })
  expect((await given.ask('Hello')).status).toBe(502)
  const [day] = await spentBy(app, given.teammate)
  expect(day?.reserved_usd).toBe(0)
  // 400 characters, of which three are a token.
  expect(day?.spent_usd).toBeCloseTo(0.0134, 6)
  const [run] = await runsOf(app, given.organization)
  expect(run).toMatchObject({ status: 'failed', usd_cost: 0.0134 })
})

test('a teammate at its limit answers nobody until 00:00 UTC', async () => {
  await using given = await givenOwnKey(app, 0.1)
  given.vendor.reply(TENTH)
  expect((await given.ask('Hello')).status).toBe(200)
  const { status, body } = await given.save('Hello')
  expect(status).toBe(422)
  expect(body).toMatchObject({ success: false, code: 'DAILY_LIMIT_REACHED' })
  expect(given.vendor.requests).toHaveLength(1)
  const events = app.events.find('ai_employee.updated', ({ payload }) => payload.id === given.teammate.id)
  expect(events).toHaveLength(1)

  const now = app.ctx.now()
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  app.clock.advance(midnight - now.getTime() - 60_000)
  expect((await given.ask('Hello')).status).toBe(422)
  app.clock.advance(61_000)
  expect((await given.ask('Hello')).status).toBe(200)
  expect(await spentBy(app, given.teammate)).toHaveLength(2)
})

test('a teammate whose rest of the day pays for no call has reached its limit: clients are notified of it once, and nothing is written', async () => {
  await using given = await givenOwnKey(app, 0.11)
  given.vendor.reply({ text: 'ok', usage: { input_tokens: 10, output_tokens: 1040 } })
  expect((await given.ask('Hello')).status).toBe(200)
  const events = () => app.events.find('ai_employee.updated', ({ payload }) => payload.id === given.teammate.id)
  // Most of it is spent.
  expect(events()).toHaveLength(1)
  // The first one finds out, whatever became of it; from then on nobody has to try.
  expect((await given.save('Hello')).body).toMatchObject({ code: 'DAILY_LIMIT_REACHED' })
  expect(events()).toHaveLength(2)
  const before = (await runsOf(app, given.organization)).length
  for (const message of ['Hello', 'Again']) {
    const { status, body } = await given.save(message)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'DAILY_LIMIT_REACHED' })
  }
  expect(await runsOf(app, given.organization)).toHaveLength(before)
  expect(given.vendor.requests).toHaveLength(1)
  expect(events()).toHaveLength(2)

  await app.ctx.db
    .update(organizations)
    .set({ ai_employee_daily_cost_limit_usd: 1 })
    .where(eq(organizations.id, given.organization.id))
  expect((await given.save('Hello')).status).toBe(200)
})

test('clients are notified once a day that a teammate has spent most of its limit', async () => {
  await using given = await givenOwnKey(app, 1)
  given.vendor.reply(() => ({ text: 'ok', usage: { input_tokens: 10, output_tokens: 4000 } }))
  const events = () => app.events.find('ai_employee.updated', ({ payload }) => payload.id === given.teammate.id)
  await given.ask('One')
  expect(events()).toHaveLength(0)
  await given.ask('Two')
  expect(await spentBy(app, given.teammate)).toMatchObject([{ spent_usd: 0.8 }])
  expect(events()).toHaveLength(1)
  given.vendor.reply(() => ({ text: 'ok', usage: { input_tokens: 10, output_tokens: 100 } }))
  await given.ask('Three')
  expect(events()).toHaveLength(1)
})

test('the event of a reached limit shows the teammate as it is then, not as it was when the answer began', async () => {
  await using given = await givenOwnKey(app, 0.1)
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  given.vendor.reply({ ...TENTH, until })
  const answer = given.ask('Hello')
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  const owner = await app.as(await app.given.membership(given.organization, 'owner'))
  const base = `/api/organizations/${given.organization.id}/employees/${given.teammate.id}`
  expect((await owner.put(base, { name: 'Renamed meanwhile' })).status).toBe(200)
  goOn()
  await answer
  const events = app.events.find('ai_employee.updated', ({ payload }) => payload.id === given.teammate.id)
  expect(events.map(({ payload }) => payload.name)).toEqual(['Renamed meanwhile', 'Renamed meanwhile'])
})

test('people are notified of credits that are spent, once for all that is spent within a moment', async () => {
  const given = await givenPlatformKey(app, 5000)
  platform.reply(() => TENTH)
  const events = () => app.events.find('organization.updated', ({ payload }) => payload.id === given.organization.id)
  await Promise.all(Array.from({ length: 8 }, () => given.ask('Hello')))
  expect(await creditsOf(app, given.organization)).toBe(4920)
  await expect.poll(() => events().at(-1)?.payload).toMatchObject({ available_tokens: 4920 })
  expect(events().length).toBeLessThan(8)
})

test('close to the limit the answer is kept shorter instead of being refused', async () => {
  await using given = await givenOwnKey(app, 0.2)
  given.vendor.reply(
    { text: 'ok', usage: { input_tokens: 1, output_tokens: 1900 } },
    { text: 'ok', usage: { input_tokens: 1, output_tokens: 90 } },
  )
  await given.ask('Hello')
  await given.ask('Hello')
  expect(given.vendor.requests.at(-1)?.body.max_tokens).toBe(100)
})

import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, runsOf } from '#testing/chats/private-chat.ts'
import { advanceToNoon, TENTH } from '#testing/runs/spend.ts'

const app = await ownTestApp()

advanceToNoon(app)

/** Dollars per million tokens: a message of a million characters costs a dollar to read, an answer 0.0064 at the least. */
const PRICES = { input_cost: 3, output_cost: 100 }
const REFUSED = { status: 422, code: 'DAILY_LIMIT_REACHED' }

async function ready(limit: number | null, { instructions = '', prices = PRICES } = {}) {
  const given = await givenPrivateChat(app, {
    organization: { ai_employee_daily_cost_limit_usd: limit, available_tokens: 0 },
    values: { instructions, model_values: prices },
  })
  const answer = async (message: string) => {
    const { status, body } = await given.save(message)
    return { status, ...(body.code && { code: body.code }) }
  }
  const events = () => app.events.find('ai_employee.updated', ({ payload }) => payload.id === given.teammate.id)
  return { ...given, answer, events }
}

test('a message that costs more than the day allows is refused by itself, and nothing is written: what is cheaper is answered', async () => {
  await using given = await ready(1)
  given.vendor.reply(() => TENTH)
  expect(await given.answer('x'.repeat(1_000_000))).toEqual(REFUSED)
  expect(await runsOf(app, given.organization)).toEqual([])
  expect(await given.answer('Hello')).toEqual({ status: 200 })
  expect(given.vendor.requests).toHaveLength(1)
  expect(given.events()).toEqual([])
})

test('a call that the day pays the question of, but no answer, is refused by itself', async () => {
  await using given = await ready(1)
  given.vendor.reply(() => TENTH)
  const { status, body } = await given.ask('x'.repeat(995_000))
  expect({ status, code: body.code }).toEqual(REFUSED)
  expect(given.vendor.requests).toHaveLength(0)
  expect((await given.ask('Hello')).status).toBe(200)
  expect(given.events()).toEqual([])
})

test('of eight messages at once the one that costs too much is refused, and nobody else', async () => {
  await using given = await ready(8, { prices: { input_cost: 24, output_cost: 100 } })
  given.vendor.reply(() => TENTH)
  const messages = Array.from({ length: 8 }, (_, at) => (at === 3 ? 'x'.repeat(999_500) : 'Hello'))
  const answers = await Promise.all(messages.map((message) => given.ask(message)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 422, 200, 200, 200, 200])
  expect(given.events()).toEqual([])
  expect((await given.ask('Hello')).status).toBe(200)
})

test('a teammate whose rest of the day does not pay for its own instructions has reached its limit', async () => {
  // They are 4,000 tokens: 0.04.
  await using given = await ready(0.12, {
    instructions: 'Be kind. '.repeat(1333),
    prices: { input_cost: 10, output_cost: 100 },
  })
  given.vendor.reply({ text: 'ok', usage: { input_tokens: 4000, output_tokens: 500 } })
  expect((await given.ask('Hello')).status).toBe(200)
  const before = given.events().length
  expect(await given.answer('Hello')).toEqual(REFUSED)
  expect(given.events()).toHaveLength(before + 1)
  const written = (await runsOf(app, given.organization)).length
  expect(await given.answer('Hello')).toEqual(REFUSED)
  expect(await runsOf(app, given.organization)).toHaveLength(written)
  expect(given.events()).toHaveLength(before + 1)
})

test('a limit that is lowered below what a teammate has spent is reached then, and clients are notified of it once', async () => {
  await using given = await ready(null)
  await using idle = await ready(null)
  given.vendor.reply(() => TENTH)
  expect(await given.answer('Hello')).toEqual({ status: 200 })
  expect(given.events()).toEqual([])
  const owner = await app.as(given.owner)
  const set = (ai_employee_daily_cost_limit_usd: number | null) =>
    owner.put(`/api/organizations/${given.organization.id}/ai-employee-daily-cost-limit`, {
      ai_employee_daily_cost_limit_usd,
    })
  await set(5)
  expect(given.events()).toEqual([])
  await set(0.05)
  expect(given.events()).toHaveLength(1)
  expect(await given.answer('Hello')).toEqual(REFUSED)
  await set(0.05)
  expect(given.events()).toHaveLength(1)
  expect(idle.events()).toEqual([])
})

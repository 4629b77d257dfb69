import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { releaseReservations } from '#features/runs/recover-runs.ts'
import { runLeases, spendReservations, teammateSpend } from '#features/runs/table.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { Answer } from '#testing/client.ts'
import type { RecordedRequest } from '#testing/doubles/vendors/vendor-double.ts'
import { seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

const LIMIT = 1
/** Each call costs 0.015, and may cost 0.82: 24 of them are 0.36. */
const PRICES = { input_cost: 0, output_cost: 100 }
const CALLS = 24

/** A vendor that charges for everything it was asked for, also where nobody heard the answer. */
function chargingVendor(tokens: number) {
  const charged = { usd: 0 }
  const answer = ({ body }: RecordedRequest) => {
    const output_tokens = Math.min(tokens, Number(body.max_tokens))
    charged.usd += output_tokens * 0.0001
    return { chunks: ['It ', 'is ', 'done.'], usage: { input_tokens: 10, output_tokens }, delay_ms: 50 }
  }
  return { charged, answer }
}

const spentBy = async (app: TestApp, organization: { id: string }) => {
  const rows = await app.ctx.db.select().from(teammateSpend).where(eq(teammateSpend.organization_id, organization.id))
  return rows.reduce((sum, { spent_usd, reserved_usd }) => sum + spent_usd + reserved_usd, 0)
}

async function start(tokens: number) {
  const { charged, answer } = chargingVendor(tokens)
  const row = { ai_employee_daily_cost_limit_usd: LIMIT }
  const seeded = await seedForProcess(answer, {}, { model_values: PRICES }, row)
  const env = { ...seeded.env, RUN_LEASE: '2', LOG_LEVEL: 'info' }
  const servers = [spawnServer(env), spawnServer(env)] as const
  const clients = [await servers[0].withKey(seeded.private_key), await servers[1].withKey(seeded.private_key)] as const
  const ask = (at: number): Promise<Answer | null> =>
    (at % 2 === 0 ? clients[0] : clients[1]).post(seeded.path, { message: 'Hello', channel: 'api' }).catch(() => null)
  const askAll = () => Promise.all(Array.from({ length: CALLS }, (_, at) => ask(at)))
  return { ...seeded, servers, charged, ask, askAll }
}

test.runIf(postgresUrl)('of two processes at once, every call that fits is answered', async () => {
  await using given = await start(150)
  const answers = await given.askAll()
  expect(answers.map((answer) => answer?.status)).toEqual(Array(CALLS).fill(200))
  expect(given.charged.usd).toBeCloseTo(0.36, 6)
  const app = await startTestApp({ env: given.env, parts: ['web'] })
  expect(await spentBy(app, given.organization)).toBeCloseTo(0.36, 6)
  await app.close()
})

test.runIf(postgresUrl)(
  'two processes, one of them killed, never let a vendor charge more than the limit',
  async () => {
    await using given = await start(900)
    const calls = given.askAll()
    await expect.poll(() => given.vendor.requests.length).toBeGreaterThan(4)
    await given.servers[0].kill('SIGKILL')
    await calls
    // Until nothing of the killed process is held any more.
    const app = await startTestApp({ env: given.env, parts: ['web'] })
    const open = async () => {
      app.clock.advance(10_000)
      await releaseReservations(app.ctx)
      const leases = await app.ctx.db.select().from(runLeases)
      const held = await app.ctx.db.select().from(spendReservations)
      return [leases.length, held.length]
    }
    await expect.poll(open, { interval: 300 }).toEqual([0, 0])
    for (let at = 1; at < CALLS; at += 2) await given.ask(at)
    expect(given.charged.usd).toBeLessThanOrEqual(LIMIT + 1e-9)
    const spent = await spentBy(app, given.organization)
    expect(spent).toBeLessThanOrEqual(LIMIT + 1e-9)
    expect(spent).toBeGreaterThanOrEqual(given.charged.usd - 1e-6)
    await app.close()
  },
)

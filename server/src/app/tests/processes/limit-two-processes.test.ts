import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { releaseLostReservations } from '#features/runs/jobs.ts'
import { runLeases, spendReservations, teammateSpend } from '#features/runs/table.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { Answer } from '#testing/client.ts'
import { givenTeammate } from '#testing/crashes/given-teammate.ts'
import type { RecordedRequest } from '#testing/doubles/vendors/vendor-double.ts'
import { postgresUrl, spawnServer } from '#testing/servers/server-process.ts'

const LIMIT = 1
/** Each call costs 0.015, and may cost 0.82: 24 of them are 0.36. */
const PRICES = { input_cost: 0, output_cost: 100 }
const CALLS = 24

/** A teammate whose vendor charges for every request, also where nobody received the answer. */
async function givenCharged(app: TestApp, tokens: number) {
  const charged = { usd: 0 }
  const answer = ({ body }: RecordedRequest) => {
    const output_tokens = Math.min(tokens, Number(body.max_tokens))
    charged.usd += output_tokens * 0.0001
    return { chunks: ['It ', 'is ', 'done.'], usage: { input_tokens: 10, output_tokens }, delay_ms: 50 }
  }
  const row = { ai_employee_daily_cost_limit_usd: LIMIT }
  const given = await givenTeammate(app, answer, { values: { model_values: PRICES }, row })
  const spent = async () => {
    const own = eq(teammateSpend.organization_id, given.organization.id)
    const rows = await app.ctx.db.select().from(teammateSpend).where(own)
    return rows.reduce((sum, { spent_usd, reserved_usd }) => sum + spent_usd + reserved_usd, 0)
  }
  const ask = (address: string | undefined): Promise<Answer | null> =>
    given
      .program({ address: address ?? '' })
      .post(given.path, { message: 'Hello', channel: 'api' })
      .catch(() => null)
  const askAll = (addresses: string[]) =>
    Promise.all(Array.from({ length: CALLS }, (_, n) => ask(addresses[n % addresses.length])))
  return { ...given, charged, spent, ask, askAll }
}

test.runIf(postgresUrl)(
  'of two processes every call that fits is answered, and where one is killed a vendor never charges more than the limit',
  async () => {
    const app = await startTestApp({ env: { RUN_LEASE: '2' }, parts: ['web'] })
    const [cheap, dear] = [await givenCharged(app, 150), await givenCharged(app, 900)]
    const { DATA_DIR, DATABASE_URL = '' } = app.config
    const env = { DATA_DIR, DATABASE_URL, RUN_LEASE: '2', LOG_LEVEL: 'info' }
    const servers = [spawnServer(env), spawnServer(env)] as const
    const addresses = await Promise.all(servers.map(({ address }) => address))

    const answers = await cheap.askAll(addresses)
    expect(answers.map((answer) => answer?.status)).toEqual(Array(CALLS).fill(200))
    expect(cheap.charged.usd).toBeCloseTo(0.36, 6)
    expect(await cheap.spent()).toBeCloseTo(0.36, 6)

    const calls = dear.askAll(addresses)
    await expect.poll(() => dear.vendor.requests.length).toBeGreaterThan(4)
    await servers[0].kill('SIGKILL')
    await calls
    // Until nothing of the killed process is reserved any more.
    const open = async () => {
      app.clock.advance(10_000)
      await app.runJob(releaseLostReservations)
      const leases = await app.ctx.db.select().from(runLeases)
      const reserved = await app.ctx.db.select().from(spendReservations)
      return [leases.length, reserved.length]
    }
    await expect.poll(open, { interval: 300 }).toEqual([0, 0])
    for (let n = 0; n < CALLS / 2; n++) await dear.ask(addresses[1])
    expect(dear.charged.usd).toBeLessThanOrEqual(LIMIT + 1e-9)
    const spent = await dear.spent()
    expect(spent).toBeLessThanOrEqual(LIMIT + 1e-9)
    expect(spent).toBeGreaterThanOrEqual(dear.charged.usd - 1e-6)
    await app.close()
    await Promise.all([cheap.vendor.close(), dear.vendor.close()])
  },
)

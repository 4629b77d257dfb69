import { setTimeout as sleep } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { runs } from '#features/runs/table.ts'
import { foldUsage } from '#features/usage/fold-usage.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { Answer, Client } from '#testing/client.ts'
import { savedMessage, seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

const ROUNDS = 6
const CALLERS = 4

type Book = { sent: string[]; acknowledged: Map<string, string>; refused: Answer[] }

/** Sends one message after the other, every second one without waiting for its answer, until nobody answers. */
async function keepSending(client: Client, path: string, book: Book): Promise<void> {
  for (;;) {
    const name = `m${book.sent.length}`
    book.sent.push(name)
    const answer = await client.post(path, savedMessage(name, book.sent.length % 2 === 0)).catch(() => null)
    if (!answer) return
    if (answer.status === 200) book.acknowledged.set(name, answer.body.data.runId)
    else book.refused.push(answer)
  }
}

async function unfinished({ ctx }: TestApp): Promise<number> {
  const open = await ctx.db
    .select({ id: runs.id })
    .from(runs)
    .where(inArray(runs.status, ['queued', 'running', 'suspended']))
  const growing = await ctx.db.select({ id: messages.id }).from(messages).where(eq(messages.status, 'in_progress'))
  return open.length + growing.length
}

const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }

test.for(Object.entries(databases))(
  'a server killed again and again loses no message that it acknowledged, answers each once, and leaves none open (%s)',
  async ([, over]) => {
    await using seeded = await seedForProcess(() => ({ chunks: ['It ', 'is ', 'done.'], delay_ms: 40 }), over)
    const env = { ...seeded.env, RUN_LEASE: '2', LOG_LEVEL: 'info' }
    const book: Book = { sent: [], acknowledged: new Map(), refused: [] }

    for (let round = 0; round < ROUNDS; round++) {
      const server = spawnServer(env)
      const client = await server.withKey(seeded.private_key)
      const sending = Array.from({ length: CALLERS }, () => keepSending(client, seeded.path, book))
      const enough = book.acknowledged.size + 1 + Math.random() * 8
      await expect.poll(() => book.acknowledged.size, { interval: 5 }).toBeGreaterThan(enough)
      // A power cut waits for nothing: what is tried is a moment that nobody chose.
      await sleep(Math.random() * 200)
      await server.kill('SIGKILL')
      await Promise.all(sending)
    }

    const app = await startTestApp({ env: { ...seeded.env, RUN_LEASE: '2' } })
    await expect.poll(() => unfinished(app), { interval: 500 }).toBe(0)

    const rows = await app.ctx.db.select().from(messages).where(eq(messages.organization_id, seeded.organization.id))
    const asked = rows.filter(({ role }) => role === 'contact').map(({ content }) => content)
    expect(book.refused).toEqual([])
    expect(new Set(asked).size, 'a message was kept twice').toBe(asked.length)
    expect([...book.acknowledged.keys()].filter((name) => !asked.includes(name))).toEqual([])
    expect(asked.filter((name) => !book.sent.includes(name))).toEqual([])

    const answers = rows.filter(({ role }) => role === 'ai')
    expect(answers.length).toBe(asked.length)
    const whole = answers.filter(({ status }) => status === 'completed')
    expect(new Set(whole.map(({ content }) => content))).toEqual(new Set(['It is done.']))
    const ended = await app.ctx.db.select().from(runs).where(eq(runs.organization_id, seeded.organization.id))
    expect(ended.length).toBe(asked.length)
    expect(ended.filter(({ id }) => [...book.acknowledged.values()].includes(id)).length).toBe(book.acknowledged.size)
    for (const { status, error_code } of ended) {
      expect([status, error_code]).toEqual(status === 'failed' ? ['failed', 'GAVE_UP'] : ['completed', null])
    }
    const admin = await app.as(await app.given.membership(seeded.organization, 'admin'))
    await Promise.all(Array.from({ length: 8 }, () => foldUsage(app.ctx)))
    const usage = await admin.get(`/api/organizations/${seeded.organization.id}/usage`)
    const failed = ended.filter(({ status }) => status === 'failed').length
    expect(usage.body.totals, 'usage is what the log has').toMatchObject({ runs: ended.length, failed })
    await app.close()
  },
)

import { setTimeout as sleep } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactChannels } from '#features/contacts/table.ts'
import { conversations, messages } from '#features/conversations/table.ts'
import { newId } from '#platform/id.ts'
import { startTestApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'
import { seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'
import { WEBCHAT } from '#testing/webchat.ts'

const ROUNDS = 4
const VISITORS = 4

/** A visitor as the widget is one: what was not acknowledged is sent again under its id, to whichever server is there. */
function visitorOf(public_key: string, n: number) {
  const acknowledged: string[] = []
  let waiting: { message: string; client_message_id: string } | null = null
  let sent = 0
  return {
    acknowledged,
    isWaiting: () => waiting !== null,
    async keepSending(address: string, enough: number): Promise<void> {
      const client = createClient(address, { 'api-key': public_key, 'x-forwarded-for': `2001:db8:2::${n + 1}` })
      while (waiting || acknowledged.length < enough) {
        waiting ??= { message: `visitor ${n}, message ${sent++}`, client_message_id: newId() }
        const contact = { external_id: `visitor-${n}` }
        const answer = await client.post(`${WEBCHAT}/messages`, { ...waiting, contact }).catch(() => null)
        if (!answer) return
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        acknowledged.push(waiting.message)
        waiting = null
      }
    },
  }
}

const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }

test.for(Object.entries(databases))(
  'a server killed while visitors write keeps every message once, in one conversation each, and answers it (%s)',
  async ([, over]) => {
    await using seeded = await seedForProcess(() => ({ chunks: ['It ', 'is ', 'done.'], delay_ms: 20 }), over, {
      channel: 'Web Chat',
    })
    const env = { ...seeded.env, RUN_LEASE: '2', LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1' }
    const visitors = Array.from({ length: VISITORS }, (_, n) => visitorOf(seeded.organization.public_api_key, n))
    for (let round = 1; round <= ROUNDS; round++) {
      const server = spawnServer(env)
      const address = await server.address
      const isLast = round === ROUNDS
      const sending = Promise.all(visitors.map((visitor) => visitor.keepSending(address, round * 4)))
      if (!isLast) {
        await expect
          .poll(() => visitors.filter(({ acknowledged }) => acknowledged.length > 4 * (round - 1)).length)
          .toBeGreaterThan(1)
        // What is tried is a moment that nobody chose.
        await sleep(Math.random() * 100)
        await server.kill('SIGKILL')
      }
      await sending
      if (isLast) await server.kill('SIGTERM')
    }
    expect(visitors.filter((visitor) => visitor.isWaiting())).toEqual([])

    const app = await startTestApp({ env: { ...seeded.env, RUN_LEASE: '2' } })
    const ofThese = eq(messages.organization_id, seeded.organization.id)
    const growing = () => app.ctx.db.select().from(messages).where(eq(messages.status, 'in_progress'))
    await expect.poll(async () => (await growing()).length).toBe(0)
    const rows = await app.ctx.db.select().from(messages).where(ofThese)
    const contents = rows.filter(({ role }) => role === 'contact').map(({ content }) => content)
    expect(contents.toSorted()).toEqual(visitors.flatMap(({ acknowledged }) => acknowledged).toSorted())
    expect(rows.filter(({ role }) => role === 'ai')).toHaveLength(contents.length)
    const channels = await app.ctx.db
      .select()
      .from(contactChannels)
      .where(
        inArray(
          contactChannels.external_id,
          visitors.map((_, n) => `visitor-${n}`),
        ),
      )
    const theirs = await app.ctx.db
      .select()
      .from(conversations)
      .where(eq(conversations.organization_id, seeded.organization.id))
    expect([channels.length, theirs.length]).toEqual([VISITORS, VISITORS])
    await app.close()
  },
)

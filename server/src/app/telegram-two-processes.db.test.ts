import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channelUpdates } from '#features/channel-bots/table.ts'
import { startTestApp } from '#testing/app.ts'
import { givenTelegramTeammate, judgeTelegram } from '#testing/crashes/telegram-people.ts'
import { startTelegramDouble } from '#testing/doubles/telegram.ts'
import { postgresUrl, redisUrl, spawnServer } from '#testing/server-process.ts'

const NOWHERE = 'http://127.0.0.1:9'

test.runIf(postgresUrl && redisUrl)(
  'an update delivered to two processes at once is one message in its order, also where one of them is paused for longer than its lock on the chat lasts',
  async () => {
    await using telegram = await startTelegramDouble()
    const app = await startTestApp({
      env: { ...telegram.env, RUN_LEASE: '2', DELIVERY_TIMEOUT: '2', GENERATE_TITLES: 'false' },
      parts: ['web'],
    })
    const { DATA_DIR, DATABASE_URL = '' } = app.config
    const { bot, organization, vendor } = await givenTelegramTeammate(app, telegram)
    const shared = { RUN_LEASE: '2', DELIVERY_TIMEOUT: '2', GENERATE_TITLES: 'false', LOG_LEVEL: 'info' }
    const env = { ...telegram.env, ...shared, DATA_DIR, DATABASE_URL, REDIS_URL: redisUrl ?? '' }
    const servers = [spawnServer(env), spawnServer(env)] as const
    const addresses = await Promise.all(servers.map(({ address }) => address))
    const people = Array.from({ length: 8 }, (_, n) => telegram.newPerson({ first_name: `Person ${n}` }))
    const texts: string[][] = people.map(() => [])

    /** One message of each person, delivered to these processes at the same moment. */
    async function deliver(to: readonly string[]): Promise<void> {
      telegram.reach(NOWHERE)
      const updates = await Promise.all(
        people.map((from, n) => {
          const text = `Person ${n}, message ${texts[n]?.length ?? 0}.`
          texts[n]?.push(text)
          const document = { bytes: Buffer.from(text), name: 'notes.txt' }
          return telegram.say(bot, { from, ...(n % 2 === 0 ? { text } : { document, caption: text }) })
        }),
      )
      const delivered = to.flatMap((address) => {
        telegram.reach(address)
        return updates.map(({ update }) => telegram.redeliver(update))
      })
      for (const { status } of await Promise.all(delivered)) expect(status).toBe(200)
    }
    const ofUpdates = eq(channelUpdates.organization_id, organization.id)
    const waiting = () => app.ctx.db.$count(channelUpdates, and(ofUpdates, isNotNull(channelUpdates.due_at)))

    /** It keeps its locks then, and others wait for it: that is PostgreSQL's rule. */
    const isPausedInTransaction = async () => {
      const { rows } = await app.ctx.db.execute(sql`
        select 1 from pg_stat_activity where datname = current_database()
          and state = 'idle in transaction' and state_change < now() - interval '3 seconds'`)
      return rows.length > 0
    }

    for (const [index, paused] of servers.entries()) {
      for (let n = 0; n < 3; n++) await deliver(addresses)
      paused.pause()
      await deliver(addresses.filter((_, other) => other !== index))
      await expect.poll(async () => (await waiting()) === 0 || (await isPausedInTransaction())).toBe(true)
      paused.goOn()
    }
    await deliver(addresses)
    await judgeTelegram(app, telegram, organization.id, texts)
    await app.close()
    await vendor.close()
  },
)

import { inArray, ne } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { runLeases, runs } from '#features/runs/table.ts'
import { startTestApp } from '#testing/app.ts'
import { givenWebchat } from '#testing/chats/webchat.ts'
import { postgresUrl, redisUrl, spawnServer } from '#testing/servers/server-process.ts'
import { raceTakeovers } from '#testing/takeovers/race-takeovers.ts'
import { EVERY_MS, PIECES } from '#testing/takeovers/round.ts'
import { randomFrom } from '../../../../../bench/lib/random.ts'

test.runIf(postgresUrl && redisUrl)(
  'forty takeovers at any moment of an answer, in two processes: not a word of the teammate’s after one, and every message once',
  { timeout: 240_000 },
  async () => {
    const app = await startTestApp({ parts: ['web'] })
    onTestFinished(() => app.close())
    await using given = await givenWebchat(app)
    given.vendor.reply(() => ({ chunks: [...PIECES], delay_ms: EVERY_MS }))
    const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '', SESSION_COOKIE_NAME } = app.config
    const env = { DATA_DIR, DATABASE_URL, REDIS_URL, LOG_LEVEL: 'info', GENERATE_TITLES: 'false' }
    const servers = [1, 2].map(() => spawnServer({ ...env, TRUST_PROXY: '127.0.0.1' }))
    const sessions = await Promise.all([given.admin, given.owner].map((user) => app.given.session(user)))
    const seed = Math.floor(Math.random() * 1_000_000)

    const faults = await raceTakeovers(
      {
        addresses: await Promise.all(servers.map(({ address }) => address)),
        organization: given.organization,
        operators: sessions.map(({ cookie, ws_token }) => ({ cookie: `${SESSION_COOKIE_NAME}=${cookie}`, ws_token })),
      },
      { count: 40, atOnce: 4, chooserOf: (round) => randomFrom(seed + round).below },
    )
    expect(faults, `seed ${seed}`).toEqual([])
    await expect.poll(() => app.ctx.db.select().from(runLeases)).toEqual([])
    const open = await app.ctx.db
      .select()
      .from(runs)
      .where(inArray(runs.status, ['queued', 'running', 'suspended']))
    expect(open).toEqual([])
    expect(await app.ctx.db.select().from(messages).where(ne(messages.status, 'completed'))).toEqual([])
    expect(servers.flatMap(({ complaints }) => complaints)).toEqual([])
  },
)

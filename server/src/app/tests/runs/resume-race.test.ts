import { eq, inArray, ne } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { runLeases, runSteps, runSuspensions, runs } from '#features/runs/table.ts'
import { startTestApp } from '#testing/app.ts'
import { givenWebchat } from '#testing/chats/webchat.ts'
import { raceResumes } from '#testing/resumes/race-resumes.ts'
import { doingOnce, giveWaits } from '#testing/resumes/round.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { postgresUrl, redisUrl, spawnServer } from '#testing/servers/server-process.ts'
import { randomFrom } from '../../../../../bench/lib/random.ts'

test.runIf(postgresUrl && redisUrl)(
  'sixty runs that wait are answered four times each while they are taken over, stopped, archived or deleted, in two processes: one outcome each',
  { timeout: 240_000 },
  async () => {
    const app = await startTestApp({ parts: ['web'] })
    onTestFinished(() => app.close())
    await using given = await givenWebchat(app, { organization: { use_lazy_tools: false } })
    const hits: string[] = []
    const outside = await serve(({ url = '' }, response) => {
      hits.push(url.slice(1))
      response.end('done')
    })
    await giveWaits(given.asAdmin, given.organization.id, given.teammate.id, outside.url)
    given.vendor.reply(doingOnce(outside.url))
    const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '', SESSION_COOKIE_NAME } = app.config
    const env = { DATA_DIR, DATABASE_URL, REDIS_URL, LOG_LEVEL: 'info', GENERATE_TITLES: 'false' }
    const servers = [1, 2].map(() => spawnServer({ ...env, TRUST_PROXY: '127.0.0.1' }))
    const { cookie, ws_token } = await app.given.session(given.admin)
    const seed = Math.floor(Math.random() * 1_000_000)

    const faults = await raceResumes(
      {
        addresses: await Promise.all(servers.map(({ address }) => address)),
        organization: given.organization,
        employee_id: given.teammate.id,
        operators: [{ cookie: `${SESSION_COOKIE_NAME}=${cookie}`, ws_token }],
        callsOf: (name) => hits.filter((hit) => hit === name).length,
      },
      { count: 60, atOnce: 8, chooserOf: (round) => randomFrom(seed + round).below },
    )
    expect(faults, `seed ${seed}`).toEqual([])
    await expect.poll(() => app.ctx.db.select().from(runLeases)).toEqual([])
    expect(await app.ctx.db.select().from(runSuspensions)).toEqual([])
    const open = inArray(runs.status, ['queued', 'running', 'suspended'])
    expect(await app.ctx.db.select().from(runs).where(open)).toEqual([])
    expect(await app.ctx.db.select().from(runSteps).where(eq(runSteps.status, 'in_progress'))).toEqual([])
    expect(await app.ctx.db.select().from(messages).where(ne(messages.status, 'completed'))).toEqual([])
    expect(servers.flatMap(({ complaints }) => complaints)).toEqual([])
  },
)

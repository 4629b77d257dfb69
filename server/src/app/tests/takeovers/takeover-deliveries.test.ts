import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import { startPostingTarget } from '#testing/doubles/posting-target.ts'
import { postgresUrl, redisUrl, spawnProgram } from '#testing/servers/server-process.ts'
import { raceDeliveries, slowlyAndMaybe } from '#testing/takeovers/race-deliveries.ts'
import { randomFrom } from '../../../../../bench/lib/random.ts'

const program = fileURLToPath(new URL('../../../testing/servers/posting-server.ts', import.meta.url))

test.runIf(postgresUrl && redisUrl)(
  'sixty takeovers at any moment of an answer and its delivery, in two processes: no attempt begins after one',
  { timeout: 240_000 },
  async () => {
    const seed = Math.floor(Math.random() * 1_000_000)
    await using target = await startPostingTarget(slowlyAndMaybe(randomFrom(seed).below))
    const app = await startTestApp({ parts: ['web'] })
    onTestFinished(() => app.close())
    await using given = await givenInbox(app)
    given.vendor.reply(() => ({ chunks: ['By ', 'the ', 'teammate.'], delay_ms: 10 }))
    const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '', SESSION_COOKIE_NAME } = app.config
    const env = { DATA_DIR, DATABASE_URL, REDIS_URL, LOG_LEVEL: 'info', GENERATE_TITLES: 'false' }
    const servers = [1, 2].map(() =>
      spawnProgram(program, { ...env, POSTING_TARGET: target.url, POSTING_PREPARES_MS: '60' }),
    )
    const { cookie } = await app.given.session(given.owner)

    const faults = await raceDeliveries(
      {
        addresses: await Promise.all(servers.map(({ address }) => address)),
        organization_id: given.organization.id,
        employee_id: given.teammate.id,
        private_key: given.private_key,
        cookie: `${SESSION_COOKIE_NAME}=${cookie}`,
      },
      target,
      { count: 60, atOnce: 8, chooserOf: (round) => randomFrom(seed + round).below },
    )
    expect(faults, `seed ${seed}`).toEqual([])
    expect(servers.flatMap(({ complaints }) => complaints)).toEqual([])
  },
)

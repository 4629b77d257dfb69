import { createHook } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { startPlatforms } from '#testing/chat-platforms/start-platforms.ts'
import { watchStatements } from '#testing/database/statements.ts'

const platforms = await startPlatforms()
const app = await ownTestApp({ env: Object.assign({}, ...platforms.map(({ env }) => env)) })
for (const platform of platforms) {
  platform.reach(app.base_url)
  platform.setClock(() => app.ctx.now())
}
const statements = watchStatements(app)
const timers = watchTimers()
afterAll(async () => {
  timers.stop()
  await Promise.all(platforms.map((platform) => platform.close()))
})

/** Longer than the sweep's interval, so that it is in each window. */
const WINDOW_MS = 5500
const TEAMMATES = 4
const BOTS = TEAMMATES * platforms.length

/**
 * Timers of the server, also those that do not keep the process alive, which `process.getActiveResourcesInfo` leaves out. The
 * doubles have timers of their own, and so have limits without Redis: one for a minute after each message.
 */
const isOfOthers = (stack = '') => /\/testing\/|\/rate-limiter-flexible\//.test(stack)

function watchTimers() {
  const alive = new Set<number>()
  let started = 0
  const hook = createHook({
    init(id, type) {
      if (type !== 'Timeout' || isOfOthers(new Error().stack)) return
      alive.add(id)
      started++
    },
    destroy: (id) => void alive.delete(id),
  }).enable()
  return { alive: () => alive.size, started: () => started, stop: () => hook.disable() }
}

async function idle() {
  const before = timers.started()
  const asked = await statements.during(() => sleep(WINDOW_MS))
  return { asked: asked.length, started: timers.started() - before, alive: timers.alive() }
}

test('an idle bot costs no statement and no timer', async () => {
  const { organization, admin } = await app.given.organization()
  const client = await app.as(admin)
  // What the start of the server has begun is over.
  await sleep(WINDOW_MS)
  const without = await idle()
  for (let count = 0; count < TEAMMATES; count++) {
    const { id } = await app.given.teammate(organization)
    const path = `/api/organizations/${organization.id}/employees/${id}`
    for (const platform of platforms) {
      const bot = await platform.connect(client, path)
      expect((await bot.newWriter('Anna')({ text: 'Hello' })).status).toBe(200)
      await expect.poll(() => bot.sentTexts().length).toBeGreaterThan(0)
    }
  }
  // Connections to the platforms are closed a few seconds after their last request.
  await expect.poll(() => timers.alive() - without.alive, { timeout: 30_000 }).toBeLessThan(BOTS)
  // What every bot does again and again is in each window. Work of this server and of others in this process is in some of them.
  const added = async () => {
    const withBots = await idle()
    return Math.max(withBots.asked - without.asked, withBots.started - without.started, withBots.alive - without.alive)
  }
  await expect.poll(added, { timeout: 6 * WINDOW_MS }).toBeLessThan(BOTS)
})

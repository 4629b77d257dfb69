import { afterAll, expect, test } from 'vitest'
import { startTestApp, testDatabase } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { startStallingRelay } from '#testing/servers/stalling-relay.ts'

const UNAVAILABLE = { status: 503, body: { error: 'The service is not available at the moment' } }

/** A server whose connections to PostgreSQL lead over a network that can fall silent. */
async function appBehindRelay() {
  const url = new URL((await testDatabase('prepared')) ?? '')
  const relay = await startStallingRelay({ host: url.hostname, port: Number(url.port || 5432) })
  afterAll(() => relay[Symbol.asyncDispose]())
  url.hostname = '127.0.0.1'
  url.port = String(relay.port)
  const app = await startTestApp({ env: { DATABASE_URL: url.href, DATABASE_TIMEOUT: '1', DATABASE_POOL: '4' } })
  afterAll(app.close)
  return { app, relay }
}

test.runIf(postgresUrl)(
  'a database that falls silent is unavailable, and what it interrupted continues when it answers',
  async () => {
    const { app, relay } = await appBehindRelay()
    await using given = await givenInternalChat(app)
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    given.vendor.reply(() => {
      begun.resolve()
      return { text: 'It is done.', until: end.promise }
    })
    const { body: sent } = await given.send('Do it')
    await begun.promise

    relay.stall('all')
    const reads = Array.from({ length: 30 }, () => given.client.get('/api/init/whoami'))
    for (const read of await Promise.all(reads)) expect(read).toMatchObject(UNAVAILABLE)
    expect(await given.client.put(given.base, { name: 'Renamed' })).toMatchObject(UNAVAILABLE)
    expect((await app.anyone.get('/health')).status).toBe(200)
    end.resolve()

    relay.resume()
    await expect.poll(async () => (await given.client.put(given.base, { name: 'Renamed' })).status).toBe(200)
    given.vendor.reply(() => ({ text: 'It is done.' }))
    await expect
      .poll(() => messageOf(app, sent.assistant_message_id))
      .toMatchObject({ status: 'completed', content: 'It is done.' })
  },
)

test.runIf(postgresUrl)('connections that the network forgot are replaced, each after one request', async () => {
  const { app, relay } = await appBehindRelay()
  await using given = await givenInternalChat(app)
  relay.stall('existing')
  await expect.poll(async () => (await given.client.put(given.base, { name: 'Renamed' })).status).toBe(200)
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 12 }, () => given.client.get('/api/init/whoami')))).map(
      ({ status }) => status,
    )
  await expect.poll(statuses).toEqual(Array(12).fill(200))
})

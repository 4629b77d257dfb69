import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'
import { CODEX_CLIENT_ID, startCodexAuthDouble } from '#testing/doubles/vendors/codex-auth.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }
const patient = { interval: 200 }

test.for(Object.entries(databases))(
  'a sign-in to a plan goes on after the server was killed, also between the grant and its exchange (%s)',
  async ([, over]) => {
    await using auth = await startCodexAuthDouble()
    const seeding = await startTestApp({ env: over, parts: ['web'] })
    const { organization, admin } = await seeding.given.organization()
    const { cookie } = await seeding.given.session(admin)
    const { DATA_DIR, DATABASE_URL = '', SESSION_COOKIE_NAME } = seeding.config
    await seeding.close()
    const env = { DATA_DIR, DATABASE_URL, VENDOR_6_AUTH_URL: auth.url, VENDOR_6_CLIENT_ID: CODEX_CLIENT_ID }
    const path = `/api/organizations/${organization.id}/providers/codex/connection-attempts`
    const begin = async () => {
      const server = spawnServer(env)
      return { server, client: createClient(await server.address, { cookie: `${SESSION_COOKIE_NAME}=${cookie}` }) }
    }
    const polls = () => auth.count('/deviceauth/token')

    const first = await begin()
    const { status, body } = await first.client.post(path)
    expect(status).toBe(200)
    await expect.poll(polls, patient).toBeGreaterThan(0)
    await first.server.kill('SIGKILL')

    // Killed while the vendor keeps it waiting for the tokens of what it has granted.
    auth.agree(body.user_code)
    auth.fail('/oauth/token', 503)
    const second = await begin()
    await expect.poll(() => auth.count('/oauth/token'), patient).toBeGreaterThan(0)
    await second.server.kill('SIGKILL')

    const third = await begin()
    await expect.poll(async () => (await third.client.get(`${path}/current`)).body.status, patient).toBe('connected')
    expect(auth.devices[0]?.state).toBe('handed_out')
    expect(auth.families).toHaveLength(1)
    const asked = polls()
    const { body: providers } = await third.client.get(`/api/organizations/${organization.id}/providers`)
    expect(providers[5]).toMatchObject({ provider: 'vendor_6', is_connected: true })
    expect(polls()).toBe(asked)
    expect(third.server.complaints).toEqual([])
  },
)

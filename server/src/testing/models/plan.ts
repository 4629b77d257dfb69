import { afterAll, expect } from 'vitest'
import { pollAttempts } from '#features/models/plan/poll-attempts.ts'
import { startTestApp } from '../app.ts'
import { CODEX_CLIENT_ID, startCodexAuthDouble } from '../doubles/vendors/codex-auth.ts'
import { startCodexDouble } from '../doubles/vendors/codex-responses.ts'

type Options = Parameters<typeof startTestApp>[0]

/** A server beside doubles of the vendor whose plans organizations connect; without a worker, a test polls by itself. */
export async function startPlanApp({ env, ...options }: NonNullable<Options> = {}) {
  const auth = await startCodexAuthDouble()
  const vendor = await startCodexDouble(auth)
  const addresses = {
    VENDOR_6_AUTH_URL: auth.url,
    VENDOR_6_CLIENT_ID: CODEX_CLIENT_ID,
    VENDOR_6_BASE_URL: vendor.base_url,
  }
  const start = (more: Options = {}) =>
    startTestApp({ parts: ['web', 'realtime'], ...options, ...more, env: { ...env, ...addresses, ...more.env } })
  const app = await start()
  afterAll(async () => {
    await app.close()
    await Promise.all([vendor.close(), auth.close()])
  })

  /** An organization with its admin at the routes of the plan. */
  async function place() {
    const given = await app.given.organization()
    const client = await app.as(given.admin)
    const providers = `/api/organizations/${given.organization.id}/providers`
    const attempts = `${providers}/codex/connection-attempts`
    return {
      ...given,
      client,
      providers,
      attempts,
      start: () => client.post(attempts),
      current: () => client.get(`${attempts}/current`),
      cancel: () => client.delete(`${attempts}/current`),
      revoke: () => client.post(`${providers}/codex/revoke`),
      plan: async () => {
        const { body } = await client.get(providers)
        return body.find(({ provider }: { provider: string }) => provider === 'vendor_6')
      },
    }
  }

  /** Polls as a worker does once the interval that the vendor asked for is over. */
  async function poll(ctx = app.ctx) {
    app.clock.advance(20_000)
    await pollAttempts(ctx)
  }

  /** An organization that has signed in to its plan. */
  async function connected() {
    const here = await place()
    const { body } = await here.start()
    auth.agree(body.user_code)
    await poll()
    await expect.poll(async () => (await here.current()).body.status).toBe('connected')
    const family = auth.families.at(-1)
    if (!family) throw new Error('The vendor gave no tokens')
    return { ...here, family }
  }

  return { app, auth, vendor, start, place, poll, connected }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { createClient } from '../client.ts'
import { CODEX_CLIENT_ID, startCodexAuthDouble } from '../doubles/vendors/codex-auth.ts'
import type { Book, BookDefinition } from './book.ts'

const TOKENS = '/oauth/token'
const PAUSE_MS = 200
/** More than a server asks for before it is killed. */
const REFUSALS = 500

export const plansBook: BookDefinition = {
  promise: 'a sign-in to a plan continues after the server was killed, also between the grant and its exchange',
  async open(): Promise<Book> {
    const auth = await startCodexAuthDouble()
    const polls = () => auth.count('/deviceauth/token')
    let path = ''
    let providers = ''
    let cookie = ''
    let user_code = ''
    let isDue = () => false
    let isConnected = false
    return {
      env: { VENDOR_6_AUTH_URL: auth.url, VENDOR_6_CLIENT_ID: CODEX_CLIENT_ID },
      async prepare(app) {
        const { organization, admin } = await app.given.organization()
        cookie = `${app.config.SESSION_COOKIE_NAME}=${(await app.given.session(admin)).cookie}`
        providers = `/api/organizations/${organization.id}/providers`
        path = `${providers}/codex/connection-attempts`
      },
      async work({ address, number, isOver }) {
        const client = createClient(address, { cookie })
        if (number === 1) {
          isDue = () => polls() > 0
          const { status, body } = await client.post(path)
          expect(status).toBe(200)
          user_code = body.user_code
        } else if (number === 2) {
          // Killed while the vendor keeps it waiting for the tokens of what it has granted.
          isDue = () => auth.count(TOKENS) > 0
          auth.agree(user_code)
          auth.fail(TOKENS, ...Array<number>(REFUSALS).fill(503))
        } else if (!isConnected) {
          isDue = () => isConnected
          auth.fail(TOKENS)
          while (!isOver() && !isConnected) {
            isConnected = (await client.get(`${path}/current`)).body.status === 'connected'
            await sleep(PAUSE_MS)
          }
        }
      },
      isUnderWay: () => isDue(),
      async judge(app) {
        const client = createClient(app.base_url, { cookie })
        expect((await client.get(`${path}/current`)).body.status).toBe('connected')
        expect(auth.devices.map(({ state }) => state)).toEqual(['handed_out'])
        expect(auth.families).toHaveLength(1)
        const asked = polls()
        const { body } = await client.get(providers)
        expect(body[5]).toMatchObject({ provider: 'vendor_6', is_connected: true })
        expect(polls()).toBe(asked)
      },
      close: () => auth.close(),
    }
  },
}

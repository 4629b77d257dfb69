import { eq } from 'drizzle-orm'
import { afterAll } from 'vitest'
import { organizationInvites } from '#features/invites/table.ts'
import { sessions } from '#features/users/table.ts'
import { randomToken } from '#platform/cipher.ts'
import type { Logger } from '#platform/log.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createBrowser, type TestBrowser } from '../doubles/openid/browser.ts'
import { type OpenIdOptions, startOpenIdProvider } from '../doubles/openid/provider.ts'

export const APP_URL = 'http://alongside.test'
export const FAILED = { success: false, redirect_url: '/login?error=auth_server_callback' }

/** A server that people sign in to through a provider of their own, for the tests of one file. */
export async function openSignIn(
  env: Record<string, string> = {},
  options: Partial<OpenIdOptions> & { log?: Logger } = {},
) {
  const { log, ...openId } = options
  const app_url = env.BASE_URL ?? APP_URL
  const provider = await startOpenIdProvider({ app_url, ...openId })
  const { issuer, client_id, client_secret } = provider
  const app = await startTestApp({
    parts: ['web'],
    ...(log && { log }),
    env: {
      BASE_URL: APP_URL,
      TRUST_PROXY: '127.0.0.1',
      // Longer than a busy machine stands still.
      SIGN_IN_TIMEOUT: '4',
      AUTH_SERVER_ISSUER: issuer,
      AUTH_SERVER_CLIENT_ID: client_id,
      AUTH_SERVER_CLIENT_SECRET: client_secret,
      AUTH_SERVER_PROVIDERS: JSON.stringify([{ id: 'company', label: 'Company', params: { kc_idp_hint: 'company' } }]),
      IDPA_URL: issuer,
      IDPA_CLIENT_ID: client_id,
      IDPA_CLIENT_SECRET: client_secret,
      MSGR_LOGIN_URL: issuer,
      MSGR_LOGIN_CLIENT_ID: client_id,
      MSGR_LOGIN_CLIENT_SECRET: client_secret,
      ...env,
    },
  })
  afterAll(async () => {
    await app.close()
    await provider[Symbol.asyncDispose]()
  })

  let people = 0
  /** Someone whom the provider knows by a verified address. */
  function person(claims: Record<string, unknown> = {}): { sub: string; email: string } {
    const email = `person-${process.pid}-${++people}@company.test`
    const sub = provider.account({ email, email_verified: true, name: 'Pat Person', ...claims })
    return { sub, email: String(claims.email ?? email) }
  }

  /** Begins at the auth server; answers with the address of the provider. */
  async function start(browser: TestBrowser, state?: object, query = ''): Promise<string> {
    const asked = state ? `?state=${encodeURIComponent(JSON.stringify(state))}${query}` : query.replace('&', '?')
    const answer = await browser.get(`/api/auth/auth-server/company${asked}`)
    return answer.headers.get('location') ?? `no address: ${answer.status}`
  }

  const finish = (browser: TestBrowser, arrived: URL) => browser.get(`/api/auth/auth-server/callback${arrived.search}`)

  return {
    app,
    provider,
    person,
    start,
    finish,
    browser: () => createBrowser(app.base_url),
    /** All of it, in a browser of its own unless one is given. */
    async signIn(
      as: string,
      { browser = createBrowser(app.base_url), state }: { browser?: TestBrowser; state?: object } = {},
    ) {
      const arrived = await browser.pass(await start(browser, state), { as })
      return { browser, arrived, answer: await finish(browser, arrived) }
    },
    whoAmI: async (browser: TestBrowser) => (await browser.get('/api/init/whoami')).body,
    sessionsOf: (user_id: string) => app.ctx.db.select().from(sessions).where(eq(sessions.user_id, user_id)),
  }
}

/** An invite by link; answers with its code. */
export async function invite(
  { ctx }: TestApp,
  organization: { id: string },
  by: { id: string },
  values: Partial<typeof organizationInvites.$inferInsert> = {},
): Promise<string> {
  const code = randomToken(16)
  const now = ctx.now().getTime()
  await ctx.db.insert(organizationInvites).values({
    organization_id: organization.id,
    invited_by: by.id,
    code,
    role: 'member',
    uses: 3,
    invited_at: new Date(now),
    expires_at: new Date(now + 86_400_000),
    ...values,
  })
  return code
}

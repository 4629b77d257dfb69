import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import type { WchatApp } from './wchat-app.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 256 * 1024

/** `passing`: not reached, or not able to answer now. `refused`: the platform said no, with its own word for why. */
export type WchatAnswer<T> = { outcome: 'granted'; value: T } | { outcome: 'passing' | 'refused'; code: string }

const Installation = z.object({
  access_token: z.string().min(1),
  token_type: z.literal('bot'),
  app_id: z.string(),
  bot_user_id: z.string(),
  /** None where the app was installed for a whole enterprise. */
  team: z.object({ id: z.string().min(1), name: z.string() }),
})
export type Installation = z.infer<typeof Installation>

const Identity = z.object({ team_id: z.string(), user_id: z.string() })

/** Words by which the platform says that it takes a token no more. */
const DEAD_TOKEN = ['invalid_auth', 'account_inactive', 'token_revoked', 'token_expired', 'not_authed']

export const isDeadToken = (code: string): boolean => DEAD_TOKEN.includes(code)

export function exchangeCode(config: Config, app: WchatApp, code: string): Promise<WchatAnswer<Installation>> {
  const basic = Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')
  return call(config, 'oauth.v2.access', Installation, {
    authorization: `Basic ${basic}`,
    form: { code, redirect_uri: app.redirect_url },
  })
}

export function testToken(config: Config, token: string): Promise<WchatAnswer<z.infer<typeof Identity>>> {
  return call(config, 'auth.test', Identity, { authorization: `Bearer ${token}`, form: {} })
}

/** Best effort: the connection is gone here whatever the platform says. */
export async function revokeToken(config: Config, token: string): Promise<boolean> {
  const answer = await call(config, 'auth.revoke', z.object({}), { authorization: `Bearer ${token}`, form: {} })
  return answer.outcome === 'granted'
}

const Body = z.looseObject({ ok: z.boolean(), error: z.string().optional() })

/** The platform answers 200 to nearly everything, and says in the body whether it did anything. */
async function call<T>(
  config: Config,
  method: string,
  schema: z.ZodType<T>,
  { authorization, form }: { authorization: string; form: Record<string, string> },
): Promise<WchatAnswer<T>> {
  try {
    const response = await fetch(`${config.WCHAT_API_URL}/${method}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = (await readLimited(response, MAX_ANSWER_BYTES)).toString()
    if (!response.ok) return { outcome: 'passing', code: `http_${response.status}` }
    const body = Body.parse(JSON.parse(text))
    if (!body.ok) return refusal(body.error ?? 'unknown_error')
    const value = schema.safeParse(body)
    return value.success ? { outcome: 'granted', value: value.data } : refusal('unexpected_answer')
  } catch {
    return { outcome: 'passing', code: 'unreachable' }
  }
}

const PASSING = ['ratelimited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout']

const refusal = (code: string) => ({ outcome: PASSING.includes(code) ? 'passing' : 'refused', code }) as const

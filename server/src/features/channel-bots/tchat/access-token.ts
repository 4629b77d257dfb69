import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { retryAfterMs } from '#platform/outbound/retry-after.ts'
import { redact, requestPlatform } from '../bots/request-platform.ts'
import type { TchatAnswer } from './tchat-answer.ts'

/** What a bot signs in with at Microsoft. */
export type TchatCredentials = { tenant_id: string; app_id: string; password: string }

/** A token is replaced so long before its end. */
const RENEW_BEFORE_MS = 5 * 60_000
const MAX_CACHED = 10_000
const MAX_ANSWER_BYTES = 64 * 1024

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const Refused = z.looseObject({ error: z.string(), error_description: z.string().optional() })

type Cached = { value: string; renew_at: number }
const tokens = new LRUCache<string, Cached>({ max: MAX_CACHED })
const requests = new Map<string, Promise<TchatAnswer<string>>>()

/** The scope for what a bot sends; its host is the issuer's in each of Microsoft's clouds. */
export const botScope = ({ TCHAT_TOKEN_ISSUER }: Config): string => `${TCHAT_TOKEN_ISSUER}/.default`
export const graphScope = ({ GRAPH_BASE_URL }: Config): string => `${new URL(GRAPH_BASE_URL).origin}/.default`

/** A token of the bot for that scope, from the cache while it is good. */
export async function accessToken(
  config: Config,
  credentials: TchatCredentials,
  scope: string,
  now: Date,
): Promise<TchatAnswer<string>> {
  const key = cacheKey(config, credentials, scope)
  const cached = tokens.get(key)
  if (cached && cached.renew_at > now.getTime()) return { outcome: 'granted', value: cached.value }
  const existing = requests.get(key)
  if (existing) return existing
  const begun = requestToken(config, credentials, scope, now)
    .then((answer) => {
      if (answer.outcome !== 'granted') return answer
      tokens.set(key, answer.value)
      return { outcome: 'granted' as const, value: answer.value.value }
    })
    .finally(() => requests.delete(key))
  requests.set(key, begun)
  return begun
}

/** Evicts a refused token, so that the next request gets a new one. */
export function evictToken(config: Config, credentials: TchatCredentials, scope: string, refused: string): void {
  const key = cacheKey(config, credentials, scope)
  if (tokens.peek(key)?.value === refused) tokens.delete(key)
}

/** No password stays in memory as a key. */
const cacheKey = ({ TCHAT_LOGIN_URL }: Config, { tenant_id, app_id, password }: TchatCredentials, scope: string) =>
  createHash('sha256')
    .update(JSON.stringify([TCHAT_LOGIN_URL, tenant_id, app_id, password, scope]))
    .digest('base64')

/** Asks for a new one: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
export function requestToken(
  config: Config,
  { tenant_id, app_id, password }: TchatCredentials,
  scope: string,
  now: Date,
): Promise<TchatAnswer<Cached>> {
  const url = `${config.TCHAT_LOGIN_URL}/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`
  const form = { grant_type: 'client_credentials', client_id: app_id, client_secret: password, scope }
  const init = { method: 'POST', body: new URLSearchParams(form) }
  const secrets = [password]
  return requestPlatform(url, { init, signal: undefined, secrets }, async (response): Promise<TchatAnswer<Cached>> => {
    const body = parseJson((await readLimited(response, MAX_ANSWER_BYTES)).toString())
    const granted = Granted.safeParse(body)
    if (response.ok && granted.success) {
      const { access_token: value, expires_in } = granted.data
      return { outcome: 'granted', value: { value, renew_at: now.getTime() + expires_in * 1000 - RENEW_BEFORE_MS } }
    }
    if (response.status === 429) return { outcome: 'limited', retry_after_seconds: retryAfterSeconds(response, now) }
    const refused = Refused.safeParse(body)
    if (!refused.success || response.status >= 500) {
      return { outcome: 'unknown', description: `The sign-in service answered ${response.status}` }
    }
    const { error, error_description = error } = refused.data
    const [description = ''] = redact(error_description, secrets).split(/\r?\n/)
    return { outcome: 'refused', status: response.status, code: error, description }
  })
}

export const retryAfterSeconds = ({ headers }: Response, now: Date): number =>
  Math.max(1, Math.ceil((retryAfterMs(headers, now) ?? 0) / 1000))

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

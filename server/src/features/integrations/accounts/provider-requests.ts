import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { boundedFetch } from '#platform/outbound/bounded-fetch.ts'
import type { Provider } from './provider.ts'
import { TokenAnswer } from './tokens.ts'

/** What may pass says nothing about the account; what was refused will be refused again. */
type Failure<Outcome> = { outcome: Outcome; status: number | null; code: string | null }
type Asked<T> = { outcome: 'granted'; value: T } | Failure<'passing'> | Failure<'refused'>

const ErrorAnswer = z.object({ error: z.string().max(100) })

/** What a grant that is over is answered with; any other refusal is of this server, not of the account. */
const OVER = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required'])

const Profile = z.object({
  email: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
})

export const exchangeCode = (ctx: Context, provider: Provider, given: { code: string; code_verifier: string }) =>
  askForTokens(ctx, provider, { grant_type: 'authorization_code', redirect_uri: provider.redirect_uri, ...given })

export const refreshGrant = (ctx: Context, provider: Provider, refresh_token: string) =>
  askForTokens(ctx, provider, { grant_type: 'refresh_token', refresh_token })

async function askForTokens(
  ctx: Context,
  provider: Provider,
  grant: Record<string, string>,
): Promise<Asked<TokenAnswer>> {
  const { client_id, client_secret, token_url } = provider
  const body = new URLSearchParams({ ...grant, client_id, client_secret })
  const { status, answer } = await ask(ctx, token_url, { method: 'POST', body })
  const granted = TokenAnswer.safeParse(answer)
  if (status === 200 && granted.success) return { outcome: 'granted', value: granted.data }
  const code = ErrorAnswer.safeParse(answer).data?.error ?? null
  ctx.log.warn({ service: provider.service, status, code }, 'a provider of accounts granted no token')
  return { outcome: code && OVER.has(code) ? 'refused' : 'passing', status, code }
}

/** How the provider knows the account that a token is of; null where it does not say. */
export async function readAccount(
  ctx: Context,
  { profile_url }: Provider,
  access_token: string,
): Promise<Asked<string | null>> {
  const { status, answer } = await ask(ctx, profile_url, { headers: { authorization: `Bearer ${access_token}` } })
  const profile = Profile.safeParse(answer)
  if (status !== 200 || !profile.success) {
    return { outcome: status === 401 || status === 403 ? 'refused' : 'passing', status, code: null }
  }
  const { email, mail, userPrincipalName } = profile.data
  return { outcome: 'granted', value: (email || mail || userPrincipalName || null)?.slice(0, 320) ?? null }
}

/** Revokes a token at its provider. Throws where the provider is unavailable, so that the caller may try again. */
export async function revokeGrant(ctx: Context, { revoke_url, service }: Provider, token: string): Promise<void> {
  if (!revoke_url) return
  const { status } = await ask(ctx, revoke_url, { method: 'POST', body: new URLSearchParams({ token }) })
  if (status === 200) return
  ctx.log.warn({ service, status }, 'a provider of accounts revoked no token')
  if (isAway(status)) throw new Error(`The provider ${service} could not be asked to revoke a token`)
}

/** Whether the provider was unavailable: its answer says nothing about the request. */
export const isAway = (status: number | null): boolean => status === null || status === 429 || status >= 500

/** Nothing that is sent or answered here is ever logged. */
async function ask(
  { ports }: Context,
  url: string,
  init: RequestInit,
): Promise<{ status: number | null; answer: unknown }> {
  try {
    const fetch = boundedFetch(AbortSignal.timeout(ports.config.SIGN_IN_TIMEOUT * 1000))
    const headers = { accept: 'application/json', ...init.headers }
    const response = await fetch(url, { ...init, headers, redirect: 'error' })
    return { status: response.status, answer: await response.json().catch(() => null) }
  } catch {
    return { status: null, answer: null }
  }
}

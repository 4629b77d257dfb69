import type { Configuration, IDToken } from 'openid-client'
import type { Context } from '#platform/context.ts'
import type { Provider } from './provider.ts'
import type { SignInAttemptRow } from './table.ts'
import { withProvider } from './with-provider.ts'

export type Exchanged = { claims: Claims; id_token: string | undefined }
export type Claims = { readonly sub: string } & Readonly<Record<string, unknown>>

/** Exchanges what a provider sent the browser back with for who someone is; throws for whatever is not as it must be. */
export function exchangeCode(
  ctx: Context,
  provider: Provider,
  { attempt, query }: { attempt: SignInAttemptRow; query: URLSearchParams },
): Promise<Exchanged> {
  const arrived = new URL(`${provider.redirect_uri}?${query}`)
  return withProvider(ctx, provider, async (openid, configuration) => {
    const tokens = await openid.authorizationCodeGrant(configuration, arrived, {
      expectedState: query.get('state') ?? '',
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: ctx.ports.cipher.decrypt(attempt.code_verifier_sealed),
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider sent no ID token')
    const more = isComplete(claims) ? {} : await askUserInfo(openid, configuration, claims, tokens.access_token)
    return { claims: { ...more, ...claims }, id_token: tokens.id_token }
  })
}

const isComplete = (claims: IDToken): boolean =>
  claims.email !== undefined && claims.email_verified !== undefined && claims.name !== undefined

/** Providers may tell the profile there alone; what the signed token says counts more. */
async function askUserInfo(
  openid: typeof import('openid-client'),
  configuration: Configuration,
  { sub }: IDToken,
  access_token: string,
): Promise<Record<string, unknown>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {}
  return openid.fetchUserInfo(configuration, access_token, sub)
}

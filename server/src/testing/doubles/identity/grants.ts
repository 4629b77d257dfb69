import { createHash, randomUUID } from 'node:crypto'
import type { IdentityProvider } from '#contracts/parties.ts'
import { CLIENT } from './dialects.ts'

/** What the person who is asked at the provider does there: grants everything, some of it, or nothing. */
export type Consent = { account?: string; scopes?: readonly string[]; denies?: boolean }

/** What an account has granted, and whether that still holds. */
export type Grant = { readonly account: string; readonly scopes: readonly string[]; isRevoked: boolean }
type Code = { grant: Grant; challenge: string; redirect_uri: string; isLasting: boolean; isUsed: boolean }
type Answer = [status: number, body: object]

const LIFETIME_SECONDS = 3599
const invalidGrant = (error_description: string): Answer => [400, { error: 'invalid_grant', error_description }]

/** The codes and tokens of a provider. */
export function createGrants(service: IdentityProvider) {
  const codes = new Map<string, Code>()
  const access = new Map<string, { grant: Grant; isOver: boolean }>()
  const refresh = new Map<string, Grant>()
  const how = {
    /** A new refresh token with each use; what was used continues, as at the real one. */
    rotates: service === 'idpb',
    /** The former one is taken once only. */
    isStrict: false,
    /** No refresh token is given at all. */
    omitsRefresh: false,
    lifetime_seconds: LIFETIME_SECONDS,
  }

  function whyNotAsked(query: URLSearchParams): string | null {
    const is = (name: string, value: string) => query.get(name) === value
    if (!is('client_id', CLIENT.id)) return 'No such client'
    if (!is('response_type', 'code')) return 'Only codes are given'
    if (!is('code_challenge_method', 'S256') || !/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''))
      return 'PKCE is missing'
    const back = URL.parse(query.get('redirect_uri') ?? '')
    if (back?.pathname !== `/integrations/${service}/callback`) return 'Not an address of the client'
    if (!query.get('scope')?.split(' ').includes('openid')) return 'No scope'
    if (!query.get('state')) return 'No state'
    return null
  }

  /** Only who asked for it gets a token that lasts. */
  function isLasting(query: URLSearchParams): boolean {
    if (service === 'idpb') return query.get('scope')?.split(' ').includes('offline_access') ?? false
    return query.get('access_type') === 'offline' && query.get('prompt') === 'consent'
  }

  function codeFor(query: URLSearchParams, { account = 'ada@accounts.example', scopes }: Consent): string {
    const requested = (query.get('scope') ?? '').split(' ')
    const identity = requested.filter((scope) => /^(openid|email|profile|User\.Read)$/.test(scope))
    const granted = scopes ? [...identity, ...scopes.filter((scope) => requested.includes(scope))] : requested
    const code = `code-${randomUUID()}`
    codes.set(code, {
      // Never said again by the real one.
      grant: { account, scopes: granted.filter((scope) => scope !== 'offline_access'), isRevoked: false },
      challenge: query.get('code_challenge') ?? '',
      redirect_uri: query.get('redirect_uri') ?? '',
      isLasting: isLasting(query),
      isUsed: false,
    })
    return code
  }

  function exchange(form: URLSearchParams): Answer {
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return [401, { error: 'invalid_client', error_description: 'The client is not known.' }]
    if (form.get('grant_type') === 'authorization_code') return exchangeCode(form)
    if (form.get('grant_type') === 'refresh_token') return exchangeRefresh(form)
    return [400, { error: 'unsupported_grant_type' }]
  }

  function exchangeCode(form: URLSearchParams): Answer {
    const code = codes.get(form.get('code') ?? '')
    if (!code) return invalidGrant('No such code.')
    if (code.isUsed) {
      code.grant.isRevoked = true
      return invalidGrant('The code was used before.')
    }
    if (code.redirect_uri !== form.get('redirect_uri')) return [400, { error: 'redirect_uri_mismatch' }]
    const verified = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (verified !== code.challenge) return invalidGrant('The verifier is wrong.')
    code.isUsed = true
    return issue(code.grant, code.isLasting && !how.omitsRefresh)
  }

  function exchangeRefresh(form: URLSearchParams): Answer {
    const given = form.get('refresh_token') ?? ''
    const grant = refresh.get(given)
    if (!grant || grant.isRevoked) return invalidGrant('Token has been expired or revoked.')
    if (how.isStrict) refresh.delete(given)
    return issue(grant, how.rotates)
  }

  function issue(grant: Grant, isLasting: boolean): Answer {
    const access_token = `access-${randomUUID()}`
    access.set(access_token, { grant, isOver: false })
    const refresh_token = `refresh-${randomUUID()}`
    if (isLasting) refresh.set(refresh_token, grant)
    const body = { access_token, expires_in: how.lifetime_seconds, token_type: 'Bearer', scope: grant.scopes.join(' ') }
    return [200, { ...body, ...(isLasting && { refresh_token }) }]
  }

  function grantOf(authorization: string | undefined): Grant | null {
    const token = access.get(authorization?.match(/^Bearer (\S+)$/)?.[1] ?? '')
    return token && !token.isOver && !token.grant.isRevoked ? token.grant : null
  }

  return {
    how,
    whyNotAsked,
    codeFor,
    exchange,
    grantOf,
    has: ({ scopes }: Grant, scope: string) => scopes.includes(scope),
    profileOf: ({ account }: Grant) =>
      service === 'idpa'
        ? { sub: '1', email: account, email_verified: true }
        : { id: '1', displayName: 'Ada', mail: null, userPrincipalName: account },
    /** A provider takes back all that the account has granted. */
    revoke(token: string): Answer {
      const grant = refresh.get(token) ?? access.get(token)?.grant
      if (!grant || grant.isRevoked) return [400, { error: 'invalid_token' }]
      for (const { grant: other } of access.values()) if (other.account === grant.account) other.isRevoked = true
      return [200, {}]
    },
    /** The person takes it all back. */
    revokeAll() {
      for (const grant of refresh.values()) grant.isRevoked = true
    },
    /** The access tokens end now, before their time. */
    endAccess() {
      for (const token of access.values()) token.isOver = true
    },
    /** Every secret that it has given out. */
    secrets: () => [...access.keys(), ...refresh.keys(), ...codes.keys()],
    isRefreshToken: (token: string) => refresh.has(token),
  }
}

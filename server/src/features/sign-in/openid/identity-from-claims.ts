import type { Config } from '#platform/config.ts'
import type { VerifiedIdentity } from '../verified-identity.ts'
import type { Claims } from './exchange-code.ts'
import type { Provider } from './provider.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null)

/** Some providers write the flag as text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true'

export function identityFromClaims(config: Config, { door, issuer }: Provider, claims: Claims): VerifiedIdentity {
  if (door === 'msgr') throw new Error('An account of a chat platform signs nobody in')
  const isAuthServer = door === 'auth-server'
  return {
    door,
    issuer,
    subject: claims.sub,
    email: textOf(claims.email),
    is_email_verified: isTrue(claims.email_verified) || (isAuthServer && config.AUTH_SERVER_TRUST_EMAIL),
    name: textOf(claims.name),
    picture: textOf(claims.picture),
    idpa_subject: isAuthServer ? idpaSubjectOf(config, claims) : null,
  }
}

/** As whom the identity provider behind the auth server knows someone, where that is the one that signs people in here too. */
function idpaSubjectOf(config: Config, claims: Claims): string | null {
  if (claims[config.AUTH_SERVER_IDP_CLAIM] !== config.AUTH_SERVER_IDPA_ALIAS) return null
  return textOf(claims[config.AUTH_SERVER_IDP_SUBJECT_CLAIM])
}

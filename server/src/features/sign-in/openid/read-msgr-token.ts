import type { MsgrAccount } from '../../users/link-msgr-account.ts'

/** Never those that are made with a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']
const CLOCK_TOLERANCE_SECONDS = 30

type Checks = { issuer: string; client_id: string; nonce: string; keys: string }

/**
 * Who an ID token of the chat platform is about. The platform writes the audience as a number, which libraries for
 * OpenID Connect refuse, so it is read here; the account is the claim `id`, by which its bots know people.
 */
export async function readMsgrToken(
  id_token: string,
  { issuer, client_id, nonce, keys }: Checks,
): Promise<MsgrAccount> {
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  const { payload } = await jwtVerify(id_token, createLocalJWKSet(JSON.parse(keys)), {
    issuer,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat'],
  })
  const { aud, id, preferred_username, name }: Record<string, unknown> = payload
  const audiences = Array.isArray(aud) ? aud : [aud]
  if (!audiences.some((one) => String(one) === client_id)) throw new Error('The token is for another client')
  if (payload.nonce !== nonce) throw new Error('The token answers another request')
  if (typeof id !== 'number' && typeof id !== 'string') throw new Error('The token names no account')
  return { id: String(id), username: textOf(preferred_username), name: textOf(name) }
}

const MAX_TEXT_LENGTH = 200

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim().slice(0, MAX_TEXT_LENGTH).toWellFormed() : null

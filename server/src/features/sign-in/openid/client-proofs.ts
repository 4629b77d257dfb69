import type { ClientAuth, ServerMetadata } from 'openid-client'

type Library = typeof import('openid-client')

/** What a provider that says nothing supports (OpenID Connect Discovery 1.0, 3). */
const DEFAULT_METHODS = ['client_secret_basic']

/** The second is what glewlwyd 2.7 answers. */
const PROOF_REFUSALS = ['invalid_client', 'unauthorized_client']

/**
 * The ways in which this client may prove itself, in the order to try them. A provider says what it supports, not what the client was
 * registered for; and name and password of the header are encoded by the standard (RFC 6749, 2.3.1), but not every provider decodes
 * them. What need not be encoded is not, so that most secrets are read alike by both.
 */
export function clientProofs(
  openid: Library,
  { token_endpoint_auth_methods_supported: methods = DEFAULT_METHODS }: ServerMetadata,
  secret: string | undefined,
): ClientAuth[] {
  if (!secret) return [openid.None()]
  const inForm = openid.ClientSecretPost(secret)
  if (!methods.includes('client_secret_basic')) return [inForm]
  const inHeader = [basic(secret, formEncode)]
  if (formEncode(secret) !== secret) inHeader.push(basic(secret, (text) => text))
  return methods.includes('client_secret_post') ? [...inHeader, inForm] : inHeader
}

/** Whether a provider refused how this client proved itself, rather than the code or a token. */
export function isProofRefused(openid: Library, error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return PROOF_REFUSALS.includes(error.error)
  if (!(error instanceof openid.WWWAuthenticateChallengeError)) return false
  return error.cause.some(
    ({ scheme, parameters }) => scheme !== 'bearer' || PROOF_REFUSALS.includes(parameters.error ?? ''),
  )
}

const formEncode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')

function basic(secret: string, encode: (text: string) => string): ClientAuth {
  return (_server, { client_id }, _body, headers) => {
    const credentials = `${encode(client_id)}:${encode(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

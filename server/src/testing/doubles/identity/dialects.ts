import type { IdentityProvider } from '#contracts/parties.ts'

export const CLIENT = { id: 'alongside', secret: 'the secret of the client' }

/** Why a request to an API is refused: its token is none, or was granted too little. */
export type Why = 'token' | 'scope'

/** Where the provider answers, and the settings that say so. */
export function addressesOf(service: IdentityProvider, origin: string) {
  if (service === 'idpa') {
    const paths = { authorize: '/o/oauth2/v2/auth', token: '/token', revoke: '/revoke', profile: '/v1/userinfo' }
    const [authorize, token, revoke, profile] = Object.values(paths).map((path) => origin + path)
    const env: Record<string, string> = {
      IDPA_CLIENT_ID: CLIENT.id,
      IDPA_CLIENT_SECRET: CLIENT.secret,
      IDPA_AUTH_URL: `${authorize}`,
      IDPA_TOKEN_URL: `${token}`,
      IDPA_REVOKE_URL: `${revoke}`,
      IDPA_USERINFO_URL: `${profile}`,
      GMAIL_BASE_URL: `${origin}/gmail/v1`,
      GCAL_BASE_URL: `${origin}/calendar/v3`,
      GDRIVE_BASE_URL: `${origin}/drive/v3`,
      GDRIVE_UPLOAD_BASE_URL: `${origin}/upload/drive/v3`,
    }
    return { env, paths, authorize, token, revoke, profile }
  }
  const authority = '/common/oauth2/v2.0'
  const paths = { authorize: `${authority}/authorize`, token: `${authority}/token`, revoke: null, profile: '/v1.0/me' }
  const env: Record<string, string> = {
    IDPB_CLIENT_ID: CLIENT.id,
    IDPB_CLIENT_SECRET: CLIENT.secret,
    IDPB_AUTHORITY: `${origin}/common`,
    GRAPH_BASE_URL: `${origin}/v1.0`,
  }
  const { authorize, token, profile } = paths
  return {
    env,
    paths,
    authorize: origin + authorize,
    token: origin + token,
    revoke: null,
    profile: origin + profile,
  }
}

/** As their APIs refuse a token. */
export function refusalOf(service: IdentityProvider, why: Why) {
  const status = why === 'token' ? 401 : 403
  if (service === 'idpa') {
    const headers =
      why === 'token'
        ? { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' }
        : { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"' }
    const body =
      why === 'token'
        ? {
            code: 401,
            message: 'Request had invalid authentication credentials.',
            errors: [{ message: 'Invalid Credentials', domain: 'global', reason: 'authError' }],
            status: 'UNAUTHENTICATED',
          }
        : {
            code: 403,
            message: 'Request had insufficient authentication scopes.',
            errors: [{ message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' }],
            status: 'PERMISSION_DENIED',
          }
    return { status, headers, body: { error: body } }
  }
  const body =
    why === 'token'
      ? { code: 'InvalidAuthenticationToken', message: 'Access token has expired or is not yet valid.' }
      : { code: 'ErrorAccessDenied', message: 'Access is denied. Check credentials and try again.' }
  return { status, headers: {}, body: { error: body } }
}

import { chatPlatforms, identityProviders } from '#contracts/parties.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/error.ts'

/** Who speaks OpenID Connect to us, each with a page of the portal to which it sends people back. */
export type Door = 'auth-server' | 'idpa' | 'msgr'

export type Provider = {
  door: Door
  label: string
  issuer: string
  client_id: string
  client_secret: string | undefined
  redirect_uri: string
  scope: string
}

const pages = {
  'auth-server': '/login/auth-server/callback',
  idpa: '/login/idpa',
  msgr: '/login/msgr',
} as const satisfies Record<Door, string>

/** What this deployment has set up at a door; 404 where that is nothing. */
export function providerOf(config: Config, door: Door): Provider {
  const { issuer, client_id, client_secret, label, scope } = settingsOf(config, door)
  if (!issuer || !client_id) throw new AppError('not_found', `${label} is not set up on this server`)
  return { door, label, issuer, client_id, client_secret, scope, redirect_uri: `${config.BASE_URL}${pages[door]}` }
}

function settingsOf(config: Config, door: Door) {
  switch (door) {
    case 'auth-server':
      return {
        label: 'Sign-in through an auth server',
        issuer: config.AUTH_SERVER_ISSUER,
        client_id: config.AUTH_SERVER_CLIENT_ID,
        client_secret: config.AUTH_SERVER_CLIENT_SECRET,
        scope: 'openid profile email',
      }
    case 'idpa':
      return {
        label: identityProviders.idpa.label,
        issuer: config.IDPA_URL,
        client_id: config.IDPA_CLIENT_ID,
        client_secret: config.IDPA_CLIENT_SECRET,
        scope: 'openid profile email',
      }
    case 'msgr':
      return {
        label: chatPlatforms.msgr.label,
        issuer: config.MSGR_LOGIN_URL,
        client_id: config.MSGR_LOGIN_CLIENT_ID,
        client_secret: config.MSGR_LOGIN_CLIENT_SECRET,
        scope: 'openid profile',
      }
  }
}

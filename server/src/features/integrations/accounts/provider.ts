import { type IdentityProvider, identityProviders } from '#contracts/parties.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/error.ts'

/** Where accounts are connected, and what is asked for with them. */
export type Provider = {
  service: IdentityProvider
  label: string
  client_id: string
  client_secret: string
  redirect_uri: string
  auth_url: string
  token_url: string
  /** Null where the provider has none. */
  revoke_url: string | null
  /** Tells whose account a token is of. */
  profile_url: string
  scopes: readonly string[]
  /** What the address carries besides. */
  params: Readonly<Record<string, string>>
}

const GOOGLE = 'https://www.googleapis.com/auth'
const GRAPH = 'https://graph.microsoft.com/'

/** Without one of these a toolset does not work. */
const REQUIRED: Readonly<Record<IdentityProvider, readonly string[]>> = {
  idpa: [`${GOOGLE}/gmail.modify`, `${GOOGLE}/calendar`, `${GOOGLE}/drive`],
  idpb: ['User.Read', 'Mail.ReadWrite', 'Mail.Send', 'Calendars.ReadWrite', 'Files.ReadWrite.All'],
}

export const labelOf = (service: IdentityProvider): string => identityProviders[service].label

export const isAvailable = (config: Config, service: IdentityProvider): boolean =>
  Boolean(service === 'idpa' ? config.IDPA_CLIENT_ID : config.IDPB_CLIENT_ID)

/** What the operator has set up; refused where that is nothing. */
export function providerOf(config: Config, service: IdentityProvider): Provider {
  const { client_id, client_secret, ...settings } = service === 'idpa' ? ofIdpa(config) : ofIdpb(config)
  const label = labelOf(service)
  if (!client_id || !client_secret) {
    throw new AppError('conflict', `${label} accounts are not set up on this server`, {
      code: 'INTEGRATION_UNAVAILABLE',
    })
  }
  const redirect_uri = `${config.BASE_URL}/integrations/${service}/callback`
  return { service, label, client_id, client_secret, redirect_uri, ...settings }
}

const ofIdpa = (config: Config) => ({
  client_id: config.IDPA_CLIENT_ID,
  client_secret: config.IDPA_CLIENT_SECRET,
  auth_url: config.IDPA_AUTH_URL,
  token_url: config.IDPA_TOKEN_URL,
  revoke_url: config.IDPA_REVOKE_URL,
  profile_url: config.IDPA_USERINFO_URL,
  scopes: ['openid', 'email', 'profile', ...REQUIRED.idpa],
  // A refresh token comes with consent alone.
  params: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
})

const ofIdpb = (config: Config) => ({
  client_id: config.IDPB_CLIENT_ID,
  client_secret: config.IDPB_CLIENT_SECRET,
  auth_url: `${config.IDPB_AUTHORITY}/oauth2/v2.0/authorize`,
  token_url: `${config.IDPB_AUTHORITY}/oauth2/v2.0/token`,
  revoke_url: null,
  profile_url: `${config.GRAPH_BASE_URL}/me`,
  scopes: ['openid', 'profile', 'email', 'offline_access', ...REQUIRED.idpb],
  params: { prompt: 'select_account' },
})

/** The hosts that may read the account's token. */
export function originsOf(config: Config, service: IdentityProvider): ReadonlySet<string> {
  const { GMAIL_BASE_URL, GCAL_BASE_URL, GDRIVE_BASE_URL, GDRIVE_UPLOAD_BASE_URL, GRAPH_BASE_URL } = config
  const urls =
    service === 'idpa' ? [GMAIL_BASE_URL, GCAL_BASE_URL, GDRIVE_BASE_URL, GDRIVE_UPLOAD_BASE_URL] : [GRAPH_BASE_URL]
  return new Set(urls.map((url) => new URL(url).origin))
}

/** Providers write a scope in more than one way. */
const plain = (scope: string) => scope.replace(GRAPH, '').toLowerCase()

/** True where a toolset lacks an access that it needs, as in accounts that were connected before it was asked for. */
export function lacksScope({ service, scopes }: { service: IdentityProvider; scopes: readonly string[] }): boolean {
  const granted = new Set(scopes.map(plain))
  return REQUIRED[service].some((scope) => !granted.has(plain(scope)))
}

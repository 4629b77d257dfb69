import type { IdentityProvider } from './parties.ts'

export const CONNECTOR_TYPES = ['simple', 'openapi', 'oauth'] as const
export type ConnectorType = (typeof CONNECTOR_TYPES)[number]

/** The toolsets that an identity provider serves with a person's own account. */
export const OAUTH_ENTRIES = ['mail_a', 'calendar_a', 'drive_a', 'mail_b', 'calendar_b', 'drive_b'] as const
export type OauthEntry = (typeof OAUTH_ENTRIES)[number]

export const ENTRY_LABELS: Readonly<Record<OauthEntry, string>> = {
  mail_a: 'Gmail',
  calendar_a: 'Google Calendar',
  drive_a: 'Google Drive',
  mail_b: 'Outlook Mail',
  calendar_b: 'Outlook Calendar',
  drive_b: 'OneDrive',
}

export const serviceOf = (entry: OauthEntry): IdentityProvider => (entry.endsWith('_a') ? 'idpa' : 'idpb')

/** What comes before `__` in the names of a connector's tools. */
export function toolsetName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .slice(0, 36)
      .replaceAll(/^_|_$/g, '') || 'connector'
  )
}

export const connectorToolName = (toolset: string, tool: string) => `${toolset}__${tool}`

/** In place of what may be a key, for those who may not change it. */
export const SECRET_MASK = '••••••••'

/** User name and password before the host of an address, which programs accept after any number of slashes. */
const SIGN_IN = /^([^/?#]*:[/\\]*)[^/?#\\]{0,2000}@/

export const hasSignIn = (url: string): boolean => SIGN_IN.test(url)

/** The address with something else in the place of its user name and password. */
export const withSignIn = (url: string, shown: string): string => url.replace(SIGN_IN, `$1${shown}`)

import type { Config } from '#platform/config.ts'

/** What the organization-wide bot reads and writes. */
export const BOT_SCOPES = [
  'app_mentions:read',
  'channels:history',
  'groups:history',
  'im:history',
  'mpim:history',
  'channels:read',
  'groups:read',
  'im:read',
  'mpim:read',
  'chat:write',
  'files:read',
  'files:write',
  'users:read',
]

export type WchatApp = { id: string; client_id: string; client_secret: string; redirect_url: string }

/** The platform's app that this server is; null where its operator has registered none. */
export function wchatApp(config: Config): WchatApp | null {
  const { WCHAT_APP_ID: id, WCHAT_CLIENT_ID: client_id, WCHAT_CLIENT_SECRET: client_secret, BASE_URL } = config
  if (!id || !client_id || !client_secret) return null
  return { id, client_id, client_secret, redirect_url: `${BASE_URL}/settings/slack/callback` }
}

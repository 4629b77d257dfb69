import type { OauthEntry } from '#contracts/connector-names.ts'
import type { Config } from '#platform/config.ts'
import type { NegotiatedProtocol, Remote } from '../../connectors/remote-types.ts'

/** The server of tools that the operator has put in place of a predefined toolset; null where it is this server's own. */
export function serverOf(config: Config, entry: OauthEntry): string | null {
  const urls: Record<OauthEntry, string | undefined> = {
    mail_a: config.OAUTH_MCP_MAIL_A_URL,
    calendar_a: config.OAUTH_MCP_CALENDAR_A_URL,
    drive_a: config.OAUTH_MCP_DRIVE_A_URL,
    mail_b: config.OAUTH_MCP_MAIL_B_URL,
    calendar_b: config.OAUTH_MCP_CALENDAR_B_URL,
    drive_b: config.OAUTH_MCP_DRIVE_B_URL,
  }
  return urls[entry] ?? null
}

/** The server receives the account's token, which is sent to no other address. */
export const remoteOf = (url: string, token: string, protocol: NegotiatedProtocol | null): Remote => ({
  url,
  headers: { Authorization: `Bearer ${token}` },
  protocol,
  fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
})

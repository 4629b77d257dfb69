import type { ConnectorType, OauthEntry } from '#contracts/connector-names.ts'
import type { Connector, UpdateConnector } from '#contracts/connectors.ts'
import { changesOf } from '../../lib/form.ts'
import type { SaveConnector } from './use-connectors.ts'

/** What is written in the form of a connector, of whichever type. */
export type Draft = {
  name: string
  type: ConnectorType
  url: string
  headers: Record<string, string>
  oauth_mcp: OauthEntry | null
}

export const draftOf = (connector: Connector | null): Draft => ({
  name: connector?.name ?? '',
  type: connector?.type ?? 'simple',
  url: connector?.url ?? '',
  headers: connector?.headers ?? {},
  oauth_mcp: connector?.oauth_mcp ?? null,
})

/** Of a connector that exists only what differs, so that a colleague's change of something else stays; null where nothing does. */
export function saveOf(connector: Connector | null, draft: Draft): SaveConnector | null {
  const { name, type, url, headers, oauth_mcp } = draft
  if (!connector) {
    if (type === 'simple') return { create: { type, name, url, headers } }
    return oauth_mcp && { create: { type, name, oauth_mcp } }
  }
  const before = draftOf(connector)
  const isSame = JSON.stringify(headers) === JSON.stringify(before.headers)
  const change: UpdateConnector = {
    ...changesOf({ name: before.name, url: before.url }, { name, url }),
    ...(!isSame && { headers }),
    ...(oauth_mcp && oauth_mcp !== before.oauth_mcp && { oauth_mcp }),
  }
  return Object.keys(change).length > 0 ? { id: connector.id, change } : null
}

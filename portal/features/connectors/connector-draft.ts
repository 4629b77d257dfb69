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
  /** Of an API: a document that the server does not have yet. */
  document: string
  /** Null until they are known. */
  operations: string[] | null
}

export const draftOf = (connector: Connector | null): Draft => ({
  name: connector?.name ?? '',
  type: connector?.type ?? 'simple',
  url: connector?.url ?? '',
  headers: connector?.headers ?? {},
  oauth_mcp: connector?.oauth_mcp ?? null,
  document: '',
  operations: connector ? null : [],
})

/** The changed fields of an existing connector, so that a colleague's change of another field stays; null without changes. */
export function saveOf(connector: Connector | null, draft: Draft): SaveConnector | null {
  const { name, type, url, headers, oauth_mcp, document, operations } = draft
  if (!connector) {
    if (type === 'simple') return { create: { type, name, url, headers } }
    if (type === 'openapi') return operations && { create: { type, name, url, headers, document, operations } }
    return oauth_mcp && { create: { type, name, oauth_mcp } }
  }
  const before = draftOf(connector)
  const isSame = JSON.stringify(headers) === JSON.stringify(before.headers)
  const change: UpdateConnector = {
    ...changesOf({ name: before.name, url: before.url }, { name, url }),
    ...(!isSame && { headers }),
    ...(document !== '' && { document }),
    ...(operations && { operations }),
    ...(oauth_mcp && oauth_mcp !== before.oauth_mcp && { oauth_mcp }),
  }
  return Object.keys(change).length > 0 ? { id: connector.id, change } : null
}

import {
  ENTRY_LABELS,
  type OauthEntry,
  SECRET_MASK,
  serviceOf,
  toolsetName,
  withSignIn,
} from '#contracts/connector-names.ts'
import type { AssignedConnector, Connector, ConnectorTool, OauthEntryInfo } from '#contracts/connectors.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { headersOf } from './fill-remote.ts'
import type { ConnectorRow } from './table.ts'
import type { Prefixed } from './toolsets/read-toolsets.ts'

type Listed = Pick<ConnectorRow, 'tool_count' | 'token_count' | 'listed_at' | 'last_error'>

export const presentListed = ({ tool_count, token_count, listed_at, last_error }: Listed) => ({
  tool_count,
  token_count,
  health: last_error !== null ? ('failing' as const) : listed_at ? ('working' as const) : ('unknown' as const),
  last_error,
})

/** Members use connectors, and read no key that someone wrote into a header or into the address. */
export function presentConnector(ctx: MemberContext, row: ConnectorRow, teammate_count: number): Connector {
  const { id, organization_id, name, type, url, oauth_mcp } = row
  const headers = Object.entries(headersOf(ctx, row))
  const isWhole = isAdmin(ctx.role)
  const shown = isWhole ? headers : headers.map(([key]) => [key, SECRET_MASK])
  return {
    id,
    organization_id,
    name,
    type,
    url: url === null ? null : isWhole ? shownUrl(url) : whoseServer(url),
    headers: type === 'oauth' ? null : Object.fromEntries(shown),
    oauth_mcp,
    toolset: toolsetName(name),
    ...presentListed(row),
    teammate_count,
    listed_at: row.listed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** None is taken with a password any more; one from before is shown without it. */
export const shownUrl = (url: string): string => withSignIn(url, `${SECRET_MASK}@`)

/** Many services write their keys into the path or the query, so that a member reads whose server it is. */
function whoseServer(url: string): string {
  const origin = URL.parse(url)?.origin
  if (origin === undefined) return SECRET_MASK
  return url === origin || url === `${origin}/` ? url : `${origin}/${SECRET_MASK}`
}

/** What is assigned under its prefix, with what is known of its tools. */
export const presentAssigned = (
  row: Prefixed,
  listed: Pick<AssignedConnector, 'tool_count' | 'token_count' | 'health' | 'last_error'>,
): AssignedConnector => ({
  mcp_id: row.mcp_id,
  oauth_mcp: row.mcp_id === null ? row.oauth_mcp : null,
  name: row.name,
  type: row.type,
  ask: row.ask,
  toolset: row.prefix,
  ...listed,
})

export const presentTools = (tools: readonly ConnectorTool[]): ConnectorTool[] =>
  tools.map(({ name, description }) => ({ name, description }))

export const presentEntry = (oauth_mcp: OauthEntry, is_available: boolean): OauthEntryInfo => ({
  oauth_mcp,
  service: serviceOf(oauth_mcp),
  name: ENTRY_LABELS[oauth_mcp],
  is_available,
})

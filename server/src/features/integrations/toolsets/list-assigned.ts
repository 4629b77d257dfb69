import { type OauthEntry, serviceOf } from '#contracts/connector-names.ts'
import type { AssignedConnector } from '#contracts/connectors.ts'
import { presentAssigned, presentListed } from '../../connectors/present.ts'
import { readAssigned } from '../../connectors/toolsets/read-assigned.ts'
import { withPrefixes } from '../../connectors/toolsets/read-toolsets.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { listAccounts } from '../accounts/list-accounts.ts'
import { mustReconnect, notConnected } from '../accounts/refresh-tokens.ts'
import { type EntryLists, readEntryLists } from '../entry-servers/entry-lists.ts'
import { serverOf } from '../entry-servers/entry-server.ts'
import { describeToolset } from './describe-toolset.ts'

/** What is assigned to a teammate, and whether it can be used: of a predefined toolset that is up to the account. */
export async function listAssigned(ctx: TeammateContext): Promise<AssignedConnector[]> {
  const assigned = withPrefixes(await readAssigned(ctx, ctx.teammate))
  const hasEntries = assigned.some(({ oauth_mcp }) => oauth_mcp !== null)
  const accounts = hasEntries ? await listAccounts(ctx) : []
  const lists: EntryLists = hasEntries ? await readEntryLists(ctx, ctx.teammate) : new Map()
  const factsOf = (entry: OauthEntry) => {
    const row = accounts.find(({ service }) => service === serviceOf(entry))?.row
    const listed = listedOf(ctx, entry, lists)
    const problem = row ? (row.status === 'invalid' ? mustReconnect : null) : notConnected
    if (problem) return { ...listed, health: 'failing' as const, last_error: `${problem(serviceOf(entry)).message}.` }
    return row?.status === 'unknown' && listed.health === 'working' ? { ...listed, health: 'unknown' as const } : listed
  }
  return assigned.map((each) =>
    presentAssigned(each, each.oauth_mcp === null ? presentListed(each) : factsOf(each.oauth_mcp)),
  )
}

/** This server's own tools are there whatever happens; those of another one as it listed them. */
function listedOf({ ports }: TeammateContext, entry: OauthEntry, lists: EntryLists) {
  if (serverOf(ports.config, entry) !== null) return presentListed(lists.get(entry) ?? NOT_LISTED)
  const { tools, token_count } = describeToolset(entry)
  return { tool_count: tools.length, token_count, health: 'working' as const, last_error: null }
}

const NOT_LISTED = { tool_count: null, token_count: null, listed_at: null, last_error: null }

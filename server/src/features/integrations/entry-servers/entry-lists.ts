import { and, eq, getTableColumns } from 'drizzle-orm'
import { OAUTH_ENTRIES, type OauthEntry, serviceOf } from '#contracts/connector-names.ts'
import { omit } from '#contracts/omit.ts'
import type { IdentityProvider } from '#contracts/parties.ts'
import type { StoredTool } from '../../connectors/remote-types.ts'
import { isDue } from '../../connectors/toolsets/read-toolsets.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { listToolsOfEntry } from '../jobs.ts'
import { oauthToolsets, type ToolsetRow } from '../table.ts'
import { serverOf } from './entry-server.ts'

/** A list without its tools, which may be long. */
export type EntryList = Omit<ToolsetRow, 'tools' | 'protocol'>
export type EntryLists = ReadonlyMap<OauthEntry, EntryList>

const listsOf = ({ organization }: Pick<OrgContext, 'organization'>, { id }: { id: string }) =>
  and(eq(oauthToolsets.organization_id, organization.id), eq(oauthToolsets.employee_id, id))

/** What is known of the servers that stand in place of toolsets, for a teammate. */
export async function readEntryLists(ctx: OrgContext, teammate: { id: string }): Promise<EntryLists> {
  if (OAUTH_ENTRIES.every((entry) => serverOf(ctx.ports.config, entry) === null)) return new Map()
  const columns = omit(getTableColumns(oauthToolsets), 'tools', 'protocol')
  const rows = await ctx.db.select(columns).from(oauthToolsets).where(listsOf(ctx, teammate))
  return new Map(rows.map((row) => [row.oauth_mcp, row]))
}

export async function readEntryTools(
  ctx: OrgContext,
  teammate: { id: string },
  entry: OauthEntry,
): Promise<readonly StoredTool[]> {
  const [row] = await ctx.db
    .select({ tools: oauthToolsets.tools })
    .from(oauthToolsets)
    .where(and(listsOf(ctx, teammate), eq(oauthToolsets.oauth_mcp, entry)))
  return row?.tools ?? []
}

/** Queues the reading of lists that are missing or stale. */
export async function refreshEntryLists(
  ctx: OrgContext,
  teammate: { id: string },
  { entries, lists }: { entries: readonly OauthEntry[]; lists: EntryLists },
): Promise<void> {
  for (const oauth_mcp of new Set(entries)) {
    if (serverOf(ctx.ports.config, oauth_mcp) === null) continue
    const known = lists.get(oauth_mcp) ?? { listed_at: null, last_error_at: null }
    if (isDue(known, ctx.now()))
      await ctx.enqueue(listToolsOfEntry, { organization_id: ctx.organization.id, employee_id: teammate.id, oauth_mcp })
  }
}

/** All lists of a provider, when an account is connected. */
export const listEntriesOf = (ctx: OrgContext, teammate: { id: string }, service: IdentityProvider): Promise<void> =>
  refreshEntryLists(ctx, teammate, {
    entries: OAUTH_ENTRIES.filter((entry) => serviceOf(entry) === service),
    lists: new Map(),
  })

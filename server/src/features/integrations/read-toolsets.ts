import { and, ne } from 'drizzle-orm'
import { connectorToolName, ENTRY_LABELS, type OauthEntry, serviceOf } from '#contracts/connector-names.ts'
import type { Tool } from '#platform/tool.ts'
import { requireToolset } from '../connectors/access.ts'
import type { StoredTool } from '../connectors/remote-types.ts'
import { builtToolsets, type Toolset } from '../connectors/toolsets/built-toolsets.ts'
import { readAssigned } from '../connectors/toolsets/read-assigned.ts'
import {
  type Prefixed,
  readConnectorTools,
  remoteTool,
  withAsks,
  withPrefixes,
} from '../connectors/toolsets/read-toolsets.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { ToolScope } from '../teammates/tools/tool-scope.ts'
import { integrationsOf } from './access.ts'
import { callEntryTool } from './entry-servers/call-entry-tool.ts'
import { readEntryLists, readEntryTools, refreshEntryLists } from './entry-servers/entry-lists.ts'
import { serverOf } from './entry-servers/entry-server.ts'
import type { AccountTool } from './requests/account.ts'
import { openAccount } from './requests/open-account.ts'
import { oauthIntegrations } from './table.ts'
import { toolsets } from './toolsets/predefined-toolsets.ts'

type OfEntry = Prefixed & { oauth_mcp: OauthEntry }

/** The tools of everything that is assigned to a teammate; of a provider's toolsets, where a valid account is connected. */
export async function readToolsets(
  ctx: OrgContext,
  teammate: Pick<TeammateRow, 'id' | 'organization_id'>,
): Promise<Toolset> {
  const assigned = withPrefixes(await readAssigned(ctx, teammate))
  const own = await readConnectorTools(ctx, assigned)
  const ofEntries = assigned.filter(isOfEntry)
  return ofEntries.length === 0 ? own : [...own, ...(await readEntryToolsets(ctx, teammate, ofEntries))]
}

async function readEntryToolsets(
  ctx: OrgContext,
  teammate: { id: string },
  assigned: readonly OfEntry[],
): Promise<Toolset> {
  const accounts = await readAccounts(ctx, teammate)
  const lists = await readEntryLists(ctx, teammate)
  const usable = assigned.flatMap((each) => {
    const account = accounts.get(serviceOf(each.oauth_mcp))
    return account === undefined ? [] : [{ each, account }]
  })
  await refreshEntryLists(ctx, teammate, { entries: usable.map(({ each }) => each.oauth_mcp), lists })
  const read: Toolset[] = []
  for (const { each, account } of usable) {
    const url = serverOf(ctx.ports.config, each.oauth_mcp)
    const server = url === null ? null : { url, version: lists.get(each.oauth_mcp)?.list_version ?? 0 }
    read.push(withAsks(each, await toolsOf(ctx, teammate, { each, account, server })))
  }
  return read.flat()
}

const isOfEntry = (each: Prefixed): each is OfEntry => each.oauth_mcp !== null

/** How the providers know the accounts with which the teammate can work now, by service. */
async function readAccounts(ctx: OrgContext, teammate: { id: string }): Promise<ReadonlyMap<string, string | null>> {
  const rows = await ctx.db
    .select({ service: oauthIntegrations.service, account: oauthIntegrations.account })
    .from(oauthIntegrations)
    .where(and(integrationsOf(ctx, teammate), ne(oauthIntegrations.status, 'invalid')))
  return new Map(rows.map(({ service, account }) => [service, account]))
}

type Usable = { each: OfEntry; account: string | null; server: { url: string; version: number } | null }

async function toolsOf(ctx: OrgContext, teammate: { id: string }, { each, account, server }: Usable): Promise<Toolset> {
  // Versions begin again with each account, which brings assignments of its own.
  const of = server && { ...server, assignment: each.id }
  const key = JSON.stringify([each.mcp_id, each.oauth_mcp, each.prefix, account, of])
  const known = builtToolsets.get(key)
  if (known) return known
  const whose = account === null ? ENTRY_LABELS[each.oauth_mcp] : `${ENTRY_LABELS[each.oauth_mcp]} of ${account}`
  const tools = server
    ? (await readEntryTools(ctx, teammate, each.oauth_mcp)).map((tool) =>
        remoteToolOf(each, tool, { whose, url: server.url, timeout_seconds: ctx.ports.config.CONNECTOR_TIMEOUT }),
      )
    : toolsets[each.oauth_mcp].map((tool) => toolOf(each, tool, whose))
  builtToolsets.set(key, tools)
  return tools
}

/** A tool of the server that stands in place of the toolset. */
const remoteToolOf = (
  { mcp_id, oauth_mcp, prefix }: OfEntry,
  tool: StoredTool,
  { url, ...how }: { whose: string; url: string; timeout_seconds: number },
): Tool<ToolScope> =>
  remoteTool(tool, { prefix, ...how }, async (scope, input) => {
    await requireToolset(scope.ctx, scope.teammate, { mcp_id, oauth_mcp })
    return callEntryTool(scope, { entry: oauth_mcp, url, tool: tool.called, input })
  })

/** The tool with the account that is connected when it is called, as long as it is assigned. */
function toolOf({ mcp_id, oauth_mcp, prefix }: OfEntry, tool: AccountTool, whose: string): Tool<ToolScope> {
  return {
    ...tool,
    name: connectorToolName(prefix, tool.name),
    description: `${whose}: ${tool.description}`,
    brief: undefined,
    at_most_once: !tool.is_read_only,
    call: async (scope: ToolScope, input: never) => {
      const { ctx, teammate, signal } = scope
      await requireToolset(ctx, teammate, { mcp_id, oauth_mcp })
      return tool.call({ ...scope, account: await openAccount(ctx, teammate, serviceOf(oauth_mcp), signal) }, input)
    },
  }
}

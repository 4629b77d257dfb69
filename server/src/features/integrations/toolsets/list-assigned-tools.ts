import type { OauthEntry } from '#contracts/connector-names.ts'
import type { ConnectorChoice, ConnectorTool } from '#contracts/connectors.ts'
import { findAssigned, requireToolset } from '../../connectors/access.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { readEntryTools } from '../entry-servers/entry-lists.ts'
import { serverOf } from '../entry-servers/entry-server.ts'
import { describeToolset } from './describe-toolset.ts'

/** The tools of something that is assigned to the teammate, as they are known without asking anybody. */
export async function listAssignedTools(
  ctx: TeammateContext,
  { mcp_id, oauth_mcp }: ConnectorChoice,
): Promise<readonly ConnectorTool[]> {
  if (mcp_id !== undefined) {
    const connector = await findAssigned(ctx, ctx.teammate, mcp_id)
    return connector.oauth_mcp === null ? (connector.tools ?? []) : toolsOfEntry(ctx, connector.oauth_mcp)
  }
  if (oauth_mcp === undefined) return []
  await requireToolset(ctx, ctx.teammate, { mcp_id: null, oauth_mcp })
  return toolsOfEntry(ctx, oauth_mcp)
}

async function toolsOfEntry(ctx: TeammateContext, entry: OauthEntry): Promise<readonly ConnectorTool[]> {
  if (serverOf(ctx.ports.config, entry) === null) return describeToolset(entry).tools
  return readEntryTools(ctx, ctx.teammate, entry)
}

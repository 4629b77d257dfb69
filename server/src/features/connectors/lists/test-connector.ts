import { toolsetName } from '#contracts/connector-names.ts'
import type { ConnectorTool, Toolset } from '#contracts/connectors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { presentTools } from '../present.ts'
import type { ConnectorRow } from '../table.ts'
import { listTools } from './list-tools.ts'
import { tokensOf } from './tokens-of.ts'

/**
 * The current tools of a connector. A server is asked for its list, which is stored, so that a test also clears an earlier failure.
 * The tools of an API come from its document: no request to it would be safe as a test.
 */
export async function testConnector(ctx: OrgContext, connector: ConnectorRow): Promise<Toolset> {
  const tools = connector.type === 'openapi' ? (connector.tools ?? []) : await listTools(ctx, connector)
  return toolsetOf(toolsetName(connector.name), tools, tokensOf(tools))
}

export const toolsetOf = (name: string, tools: readonly ConnectorTool[], token_count: number): Toolset => ({
  name,
  tool_count: tools.length,
  token_count,
  tools: presentTools(tools),
})

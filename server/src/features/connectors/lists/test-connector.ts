import { toolsetName } from '#contracts/connector-names.ts'
import type { ConnectorTool, Toolset } from '#contracts/connectors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { presentTools } from '../present.ts'
import type { ConnectorRow } from '../table.ts'
import { listTools } from './list-tools.ts'
import { tokensOf } from './tokens-of.ts'

/**
 * The tools of a connector now. Those of a server are listed, and what is found is kept, so that a test also mends what
 * failed before; those of an API are in its document, and no request would be safe to try.
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

import { toolsetName } from '#contracts/connector-names.ts'
import type { ConnectorChoice, Toolset } from '#contracts/connectors.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findConnector } from './access.ts'
import { listTools, tokensOf } from './list-tools.ts'
import { presentTools } from './present.ts'

/** Lists the tools of a connector now. What is found is kept, so that a test also mends what failed before. */
export async function testConnector(ctx: OrgContext, { mcp_id }: ConnectorChoice): Promise<Toolset[]> {
  const connector = mcp_id === undefined ? null : await findConnector(ctx, mcp_id)
  if (connector?.type !== 'simple') {
    throw new AppError('conflict', 'No account is connected for this toolset', { code: 'INTEGRATION_NEEDED' })
  }
  const tools = await listTools(ctx, connector)
  return [
    {
      name: toolsetName(connector.name),
      tool_count: tools.length,
      token_count: tokensOf(tools),
      tools: presentTools(tools),
    },
  ]
}

import { type OauthEntry, serviceOf, toolsetName } from '#contracts/connector-names.ts'
import type { ConnectorChoice, Toolset } from '#contracts/connectors.ts'
import { findConnector } from '../../connectors/access.ts'
import { connectorFailed } from '../../connectors/lists/list-tools.ts'
import { testConnector, toolsetOf } from '../../connectors/lists/test-connector.ts'
import { tokensOf } from '../../connectors/lists/tokens-of.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { findIntegration } from '../access.ts'
import { labelOf } from '../accounts/provider.ts'
import { mustReconnect, notConnected } from '../accounts/refresh-tokens.ts'
import { validateAccount } from '../accounts/validate-account.ts'
import { serverOf } from '../entry-servers/entry-server.ts'
import { listEntryTools } from '../entry-servers/list-entry-tools.ts'
import { describeToolset } from './describe-toolset.ts'

/** The tools of a connector or of a predefined toolset, as the teammate finds them now: with its account, where one is needed. */
export async function testToolset(ctx: TeammateContext, { mcp_id, oauth_mcp }: ConnectorChoice): Promise<Toolset> {
  const connector = mcp_id === undefined ? null : await findConnector(ctx, mcp_id)
  if (connector && connector.type !== 'oauth') return testConnector(ctx, connector)
  const entry = connector?.oauth_mcp ?? oauth_mcp
  if (!entry) throw new Error('A connector without an address stands for an entry')
  return testEntry(ctx, entry, toolsetName(connector?.name ?? entry))
}

async function testEntry(ctx: TeammateContext, entry: OauthEntry, name: string): Promise<Toolset> {
  const service = serviceOf(entry)
  if (!(await findIntegration(ctx, ctx.teammate, service))) throw notConnected(service)
  const url = serverOf(ctx.ports.config, entry)
  if (url !== null) {
    const listed = await listEntryTools(ctx, { teammate: ctx.teammate, entry, url })
    return toolsetOf(name, listed, tokensOf(listed))
  }
  const { status } = await validateAccount(ctx, service)
  if (status === 'invalid') throw mustReconnect(service)
  if (status === 'unknown') throw connectorFailed(`${labelOf(service)} cannot be reached at the moment.`)
  const { tools, token_count } = describeToolset(entry)
  return toolsetOf(name, tools, token_count)
}

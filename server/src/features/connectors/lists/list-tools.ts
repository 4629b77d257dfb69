import { sql } from 'drizzle-orm'
import { toJson } from '#platform/db/columns.ts'
import { AppError } from '#platform/error.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { noMask } from '../../variables/mask-secrets.ts'
import { recordConnectorFailure, unchanged } from '../calls/record-health.ts'
import { whyFailed } from '../calls/why-failed.ts'
import { connectorChanged } from '../events.ts'
import { fillRemote } from '../fill-remote.ts'
import { listRemote } from '../remote-tools.ts'
import type { NegotiatedProtocol, StoredTool } from '../remote-types.ts'
import { type ConnectorRow, mcps } from '../table.ts'
import { tokensOf } from './tokens-of.ts'

const MAX_LIST_SECONDS = 15

/** A list is waited for no longer than this, no matter who asked for it. */
export const listClock = ({ ports }: OrgContext) =>
  wallClock(
    new AbortController().signal,
    Math.min(MAX_LIST_SECONDS, ports.config.CONNECTOR_TIMEOUT),
    'The server took too long',
  )

export const connectorFailed = (message: string) => new AppError('unprocessable', message, { code: 'CONNECTOR_FAILED' })

/** Lists the tools of a simple connector and keeps them, or why that failed; refused with the latter. */
export async function listTools(ctx: OrgContext, connector: ConnectorRow): Promise<StoredTool[]> {
  const clock = listClock(ctx)
  let mask = noMask()
  try {
    const filled = await fillRemote(ctx, connector)
    mask = filled.mask
    const { tools: listed, protocol } = await listRemote(ctx, filled.remote, clock.signal)
    const tools = await mask(listed)
    await storeTools(ctx, connector, tools, protocol)
    return tools
  } catch (error) {
    const why = await mask(whyFailed(error, clock.signal))
    await recordConnectorFailure(ctx, connector, why)
    throw connectorFailed(why)
  } finally {
    clock.stop()
  }
}

async function storeTools(
  ctx: OrgContext,
  connector: ConnectorRow,
  tools: StoredTool[],
  protocol: NegotiatedProtocol | null,
) {
  await ctx.transaction(async (ctx) => {
    await ctx.db
      .update(mcps)
      .set({
        tools,
        protocol,
        list_version: sql`${mcps.list_version} + (${mcps.tools} is distinct from ${toJson(tools)}::jsonb)::int`,
        tool_count: tools.length,
        token_count: tokensOf(tools),
        listed_at: ctx.now(),
        last_error: null,
        last_error_at: null,
      })
      .where(unchanged(ctx, connector))
    await ctx.emit(connectorChanged, { organization_id: ctx.organization.id, mcp_id: connector.id })
  })
}

import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { type ConnectorToCall, connectorsOf } from '../access.ts'
import { connectorChanged } from '../events.ts'
import { type ConnectorRow, mcps } from '../table.ts'

/** Matches the connector only if it has not changed since it was read. */
export const unchanged = (ctx: OrgContext, { id, version }: Pick<ConnectorRow, 'id' | 'version'>) =>
  and(connectorsOf(ctx), eq(mcps.id, id), eq(mcps.version, version))

/** Keeps the tools of the last successful list, because the next call may work. */
export async function recordConnectorFailure(
  ctx: OrgContext,
  connector: ConnectorToCall,
  last_error: string,
): Promise<void> {
  await ctx.transaction(async (ctx) => {
    await ctx.db.update(mcps).set({ last_error, last_error_at: ctx.now() }).where(unchanged(ctx, connector))
    await ctx.emit(connectorChanged, { organization_id: ctx.organization.id, mcp_id: connector.id })
  })
}

/** Writes only when the health changes, so that most calls write nothing. */
export async function recordConnectorSuccess(ctx: OrgContext, connector: ConnectorToCall): Promise<void> {
  if (connector.listed_at !== null && connector.last_error === null) return
  await ctx.transaction(async (ctx) => {
    await ctx.db
      .update(mcps)
      .set({ listed_at: ctx.now(), last_error: null, last_error_at: null })
      .where(unchanged(ctx, connector))
    await ctx.emit(connectorChanged, { organization_id: ctx.organization.id, mcp_id: connector.id })
  })
}

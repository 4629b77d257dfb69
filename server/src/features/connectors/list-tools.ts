import { and, eq, sql } from 'drizzle-orm'
import { toJson } from '#platform/db/columns.ts'
import { AppError } from '#platform/error.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { OrgContext } from '../organizations/context.ts'
import { connectorsOf } from './access.ts'
import { connectorChanged } from './events.ts'
import { fillRemote } from './fill-remote.ts'
import { cleanTools, type KeptTool } from './remote/clean-tools.ts'
import { type Footing, withRemote } from './remote/connect.ts'
import { whyFailed } from './remote/why-failed.ts'
import { type ConnectorRow, mcps } from './table.ts'

const LONGEST_LIST_SECONDS = 15

export const connectorFailed = (message: string) => new AppError('unprocessable', message, { code: 'CONNECTOR_FAILED' })

/** Lists the tools of a simple connector and keeps them, or why that failed; refused with the latter. */
export async function listTools(
  ctx: OrgContext,
  connector: ConnectorRow,
  signal: AbortSignal = new AbortController().signal,
): Promise<KeptTool[]> {
  const seconds = Math.min(LONGEST_LIST_SECONDS, ctx.ports.config.CONNECTOR_TIMEOUT)
  const clock = wallClock(signal, seconds, 'The server took too long')
  let mask = <T>(value: T): T => value
  try {
    const filled = await fillRemote(ctx, connector)
    mask = filled.mask
    const { result, footing } = await withRemote(ctx, { ...filled.remote, footing: null }, clock.signal, (client) =>
      client.listTools(undefined, { signal: clock.signal, cacheMode: 'bypass' }),
    )
    const tools = mask(await cleanTools(result.tools))
    await keepTools(ctx, connector, tools, footing)
    return tools
  } catch (error) {
    signal.throwIfAborted()
    const why = mask(whyFailed(error, clock.signal))
    await keepFailure(ctx, connector, why)
    throw connectorFailed(why)
  } finally {
    clock.stop()
  }
}

/** Only where nobody has changed the connector meanwhile. */
const unchanged = (ctx: OrgContext, { id, version }: ConnectorRow) =>
  and(connectorsOf(ctx), eq(mcps.id, id), eq(mcps.version, version))

async function keepTools(ctx: OrgContext, connector: ConnectorRow, tools: KeptTool[], footing: Footing | null) {
  await ctx.transaction(async (ctx) => {
    await ctx.db
      .update(mcps)
      .set({
        tools,
        footing,
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

/** The tools of the last good list stay: what fails now may work at the next call. */
export async function keepFailure(ctx: OrgContext, connector: ConnectorRow, last_error: string): Promise<void> {
  await ctx.transaction(async (ctx) => {
    await ctx.db.update(mcps).set({ last_error, last_error_at: ctx.now() }).where(unchanged(ctx, connector))
    await ctx.emit(connectorChanged, { organization_id: ctx.organization.id, mcp_id: connector.id })
  })
}

/** About four characters are a token of a schema. */
export const tokensOf = (tools: KeptTool[]): number => Math.ceil(JSON.stringify(tools).length / 4)

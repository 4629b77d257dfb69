import { SdkError } from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findAssigned } from './access.ts'
import { fillRemote } from './fill-remote.ts'
import { listToolsOfConnector } from './jobs.ts'
import { withRemote } from './remote/connect.ts'
import { resultText } from './remote/result-text.ts'
import { whyFailed } from './remote/why-failed.ts'
import { mcps } from './table.ts'

const UNKNOWN_TOOL = -32_602

type Called = { teammate: { id: string }; mcp_id: string; tool: string; input: Record<string, unknown> }

/** Calls a tool of a simple connector. Whatever goes wrong there is one sentence, with which the call is refused. */
export async function callConnector(
  ctx: OrgContext,
  { teammate, mcp_id, tool, input }: Called,
  signal: AbortSignal,
): Promise<unknown> {
  const connector = await findAssigned(ctx, teammate, mcp_id)
  const timeout_seconds = ctx.ports.config.CONNECTOR_TIMEOUT
  const clock = wallClock(signal, timeout_seconds, 'The server took too long')
  let mask = <T>(value: T): T => value
  try {
    const filled = await fillRemote(ctx, connector)
    mask = filled.mask
    const { result, footing } = await withRemote(ctx, filled.remote, clock.signal, (client) =>
      client.callTool(
        { name: tool, arguments: input },
        { signal: clock.signal, timeout: (timeout_seconds + 1) * 1000 },
      ),
    )
    if (footing && !connector.footing) await ctx.db.update(mcps).set({ footing }).where(eq(mcps.id, connector.id))
    const { text, is_error } = resultText(result)
    if (is_error) throw new AppError('unprocessable', String(text) || 'The tool failed.')
    return mask(text)
  } catch (error) {
    signal.throwIfAborted()
    // What was listed may not be there any more, and what was found out of the server may be wrong by now.
    if (error instanceof SdkError || isUnknownTool(error)) {
      await ctx.db.update(mcps).set({ footing: null }).where(eq(mcps.id, connector.id))
      await ctx.enqueue(listToolsOfConnector, { mcp_id })
    }
    throw new AppError('unprocessable', mask(`${connector.name}: ${whyFailed(error, clock.signal)}`))
  } finally {
    clock.stop()
  }
}

const isUnknownTool = (error: unknown) => error instanceof Error && 'code' in error && error.code === UNKNOWN_TOOL

import { SdkError } from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { type Mask, noMask } from '../../variables/mask-secrets.ts'
import { findAssignedToCall } from '../access.ts'
import { fillRemote } from '../fill-remote.ts'
import { listToolsOfConnector } from '../jobs.ts'
import { callRemote } from '../remote-tools.ts'
import type { RemoteResult } from '../remote-types.ts'
import { mcps } from '../table.ts'
import { resultForModel } from './result-for-model.ts'
import { whyFailed } from './why-failed.ts'

const UNKNOWN_TOOL = -32_602

type Called = { mcp_id: string; tool: string; input: Record<string, unknown> }
type Answered = { answer: RemoteResult; mask: Mask }

/** Calls a tool of a simple connector. Whatever goes wrong there is one sentence, with which the call is refused. */
export async function callConnector(scope: ToolScope, called: Called): Promise<unknown> {
  const { answer, mask } = await ask(scope, called)
  return await resultForModel(answer, { tool: called.tool, mask, saveRunFile: scope.saveRunFile })
}

async function ask({ ctx, teammate, signal }: ToolScope, { mcp_id, tool, input }: Called): Promise<Answered> {
  const connector = await findAssignedToCall(ctx, teammate, mcp_id)
  const clock = wallClock(signal, ctx.ports.config.CONNECTOR_TIMEOUT, 'The server took too long')
  let mask = noMask()
  try {
    const filled = await fillRemote(ctx, connector)
    mask = filled.mask
    const { answer, protocol } = await callRemote(ctx, filled.remote, { tool, input }, clock.signal)
    if (protocol && !connector.protocol) await ctx.db.update(mcps).set({ protocol }).where(eq(mcps.id, connector.id))
    return { answer, mask }
  } catch (error) {
    signal.throwIfAborted()
    // The list of tools and the negotiated protocol may be out of date.
    if (isOutdated(error)) {
      await ctx.db.update(mcps).set({ protocol: null }).where(eq(mcps.id, connector.id))
      await ctx.enqueue(listToolsOfConnector, { mcp_id })
    }
    throw new AppError('unprocessable', await mask(`${connector.name}: ${whyFailed(error, clock.signal)}`))
  } finally {
    clock.stop()
  }
}

/** Whether what was kept of a server may be what made a call fail. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof SdkError || (error instanceof Error && 'code' in error && error.code === UNKNOWN_TOOL)

import { SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { cleanTools } from './remote/clean-tools.ts'
import { withRemote } from './remote/connect.ts'
import { readResult, textOf } from './remote/read-result.ts'
import type { NegotiatedProtocol, Remote, RemoteResult, StoredTool } from './remote-types.ts'

/** The cleaned tools of a server, and the protocol that was negotiated without the stored one. */
export async function listRemote(
  ctx: Context,
  remote: Remote,
  signal: AbortSignal,
): Promise<{ tools: StoredTool[]; protocol: NegotiatedProtocol | null }> {
  const { result, protocol } = await withRemote(ctx, { ...remote, protocol: null }, signal, (client) =>
    client.listTools(undefined, { signal, cacheMode: 'bypass' }),
  )
  return { tools: await cleanTools(result.tools), protocol }
}

/** Calls a tool of a server; throws with the server's own text when it failed. */
export async function callRemote(
  ctx: Context,
  remote: Remote,
  { tool, input }: { tool: string; input: Record<string, unknown> },
  signal: AbortSignal,
): Promise<{ answer: RemoteResult; protocol: NegotiatedProtocol | null }> {
  const timeout = (ctx.ports.config.CONNECTOR_TIMEOUT + 1) * 1000
  const { result, protocol } = await withRemote(ctx, remote, signal, (client) =>
    client.callTool({ name: tool, arguments: input }, { signal, timeout }),
  )
  const answer = readResult(result)
  if (answer.is_error) throw new AppError('unprocessable', textOf(answer) || 'The tool failed.')
  return { answer, protocol }
}

/** Whether a server refused the credentials. */
export function isUnauthorized(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UnauthorizedError || (cause instanceof SdkHttpError && cause.status === 401)) return true
  return false
}

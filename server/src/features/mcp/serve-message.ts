import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RpcAnswer } from '#contracts/mcp.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import type { Reply } from '#platform/route.ts'
import { callHostedTool } from './call-hosted-tool.ts'
import { readCatalogue } from './catalogue.ts'
import type { HostedContext } from './context.ts'
import { describeTeammate } from './describe-teammate.ts'
import { type Era, eraOf, INITIALIZED, META, SELF_CONTAINED } from './era.ts'
import { hostedCallCancelled } from './events.ts'
import { whileWanted } from './live-calls.ts'
import { answerError, answerResult, RPC, RpcError, type RpcId, RpcMessage, taken } from './rpc.ts'

const VERSION = '1.0.0'
const CAPABILITIES = { tools: {} }

const Call = z.object({
  name: z.string().max(1000),
  arguments: z.record(z.string(), z.unknown()).default({}),
})
const Cancelled = z.object({ requestId: z.union([z.string().max(1000), z.number()]) })
const Answered = z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number()]) })

/** One message, answered without anything that was known from an earlier one. */
export async function serveMessage(ctx: HostedContext, body: unknown, http: FastifyRequest): Promise<Reply<RpcAnswer>> {
  const read = RpcMessage.safeParse(body)
  if (!read.success) return isAnswer(body) ? taken() : answerError(null, notUnderstood(body))
  const { id } = read.data
  try {
    const era = eraOf(read.data, http.headers)
    if (id === undefined) {
      await hear(ctx, read.data)
      return taken()
    }
    return answerResult(id, await answer(ctx, era, id, read.data, http))
  } catch (error) {
    if (error instanceof RpcError) return answerError(id ?? null, error)
    throw error
  }
}

/** Nothing is ever asked of a client, so what it answers is for nobody. */
const isAnswer = (body: unknown): boolean =>
  Answered.safeParse(body).success && ('result' in Object(body) || 'error' in Object(body))

const notUnderstood = (body: unknown): RpcError =>
  new RpcError(
    RPC.invalid_request,
    Array.isArray(body) ? 'Send one message at a time; batches are not taken' : 'This is no message of JSON-RPC 2.0',
    { status: 400 },
  )

async function hear(ctx: HostedContext, { method, params }: RpcMessage): Promise<void> {
  const { data } = Cancelled.safeParse(params)
  if (method !== 'notifications/cancelled' || !data) return
  await ctx.emit(hostedCallCancelled, { token_id: ctx.token_id, request_id: data.requestId })
}

async function answer(
  ctx: HostedContext,
  era: Era,
  id: RpcId,
  { method, params }: RpcMessage,
  http: FastifyRequest,
): Promise<Record<string, unknown>> {
  const serverInfo = { name: ctx.ports.config.BRAND_NAME, version: VERSION }
  const isModern = era === 'self_contained'
  /** No client keeps a list: what the teammate may do can change at any time. */
  const whole = (result: Record<string, unknown>, isListed = true) =>
    isModern
      ? {
          ...result,
          resultType: 'complete',
          ...(isListed && { ttlMs: 0, cacheScope: 'private' }),
          _meta: { [`${META}serverInfo`]: serverInfo },
        }
      : result

  if (method === 'tools/list') {
    if (params.cursor !== undefined) throw new RpcError(RPC.invalid_params, 'The list has one page')
    return whole({ tools: (await readCatalogue(ctx)).listed })
  }
  if (method === 'tools/call') {
    const call = Call.safeParse(params)
    if (!call.success) throw new RpcError(RPC.invalid_params, 'A call names a tool, and its arguments as an object')
    const { name, arguments: given } = call.data
    const result = await whileConnected(http, (left) =>
      whileWanted({ token_id: ctx.token_id, request_id: id, left }, (signal) =>
        callHostedTool(ctx, { name, given }, signal),
      ),
    )
    return whole(result, false)
  }
  if (isModern && method === 'server/discover') {
    const instructions = await describeTeammate(ctx)
    return whole({ supportedVersions: SELF_CONTAINED, capabilities: CAPABILITIES, instructions })
  }
  if (!isModern && method === 'initialize') {
    const asked = String(params.protocolVersion)
    const protocolVersion = INITIALIZED.includes(asked) ? asked : INITIALIZED[0]
    return { protocolVersion, capabilities: CAPABILITIES, serverInfo, instructions: await describeTeammate(ctx) }
  }
  if (!isModern && method === 'ping') return {}
  throw new RpcError(RPC.no_such_method, 'There is no such method', isModern ? { status: 404 } : {})
}

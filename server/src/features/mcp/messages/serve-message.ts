import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RpcAnswer } from '#contracts/mcp.ts'
import { AppError } from '#platform/error.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import type { Reply } from '#platform/route.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import { describeTeammate } from '../catalogue/describe-teammate.ts'
import type { HostedContext } from '../context.ts'
import { hostedCallCancelled } from '../events.ts'
import { requireRecent } from '../recognize-token.ts'
import { callHostedTool } from './call-hosted-tool.ts'
import { requireKnownOrigin } from './known-origin.ts'
import { whileWanted } from './live-calls.ts'
import { INITIALIZED, META, type ProtocolMode, protocolModeOf, SELF_CONTAINED } from './protocol-mode.ts'
import { acceptedWithoutAnswer, answerError, answerResult, RPC, RpcError, RpcId, RpcMessage } from './rpc.ts'
import { settlesWithin, streamCall } from './stream-call.ts'

const VERSION = '1.0.0'
const CAPABILITIES = { tools: {} }

/** A call that takes longer is answered as a stream, because proxies end what is silent for long. */
const SHORT_CALL_MS = 5000

const Call = z.object({
  name: z.string().max(1000),
  arguments: z.record(z.string(), z.unknown()).default({}),
})
const Cancelled = z.object({ requestId: RpcId })
const Progress = z.object({ _meta: z.object({ progressToken: RpcId }) })
const Answered = z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number()]) })

/** One message, answered without anything that was known from an earlier one. */
export async function serveMessage(
  ctx: HostedContext,
  body: unknown,
  http: FastifyRequest,
): Promise<Reply<RpcAnswer> | Reply<Readable>> {
  requireKnownOrigin(ctx.ports.config, http.headers)
  await requireRecent(ctx)
  const read = RpcMessage.safeParse(body)
  if (!read.success) return isAnswer(body) ? acceptedWithoutAnswer() : answerError(null, notUnderstood(body))
  const { id } = read.data
  try {
    const era = protocolModeOf(read.data, http.headers)
    if (id === undefined) {
      await receiveNotification(ctx, read.data)
      return acceptedWithoutAnswer()
    }
    const answering = answer(ctx, { era, id, http }, read.data)
    const progress_token = progressTokenOf(read.data)
    const isAnsweredWhole =
      !mayBeStreamed(read.data, http) || (progress_token === null && (await settlesWithin(SHORT_CALL_MS, answering)))
    if (isAnsweredWhole) return answerResult(id, await answering)
    const streamed = answering.then(
      (result) => answerResult(id, result).body,
      (error) => answerError(id, asRpcError(ctx, error)).body,
    )
    return streamCall(progress_token, streamed)
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

async function receiveNotification(ctx: HostedContext, { method, params }: RpcMessage): Promise<void> {
  const { data } = Cancelled.safeParse(params)
  if (method !== 'notifications/cancelled' || !data) return
  await ctx.emit(hostedCallCancelled, { token_id: ctx.token_id, request_id: data.requestId })
}

const progressTokenOf = ({ params }: RpcMessage): RpcId | null =>
  Progress.safeParse(params).data?._meta.progressToken ?? null

/** Only calls take long, and not every client reads streams. */
const mayBeStreamed = ({ method }: RpcMessage, { headers }: FastifyRequest): boolean =>
  method === 'tools/call' && /text\/event-stream/i.test(headers.accept ?? '')

/** A stream has begun with 200: whatever goes wrong afterwards is reported in it. */
function asRpcError({ log }: HostedContext, error: unknown): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof AppError) return new RpcError(RPC.refused, error.message)
  log.error({ err: error }, 'a hosted call failed')
  return new RpcError(RPC.internal, 'The call failed')
}

type Asked = { era: ProtocolMode; id: RpcId; http: FastifyRequest }

async function answer(
  ctx: HostedContext,
  { era, id, http }: Asked,
  { method, params }: RpcMessage,
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
      whileWanted(ctx, { request_id: id, left }, (signal) => callHostedTool(ctx, { name, given }, signal)),
    )
    return whole(result, false)
  }
  if (isModern && method === 'server/discover') {
    const instructions = await describeTeammate(ctx)
    return whole({ supportedVersions: SELF_CONTAINED, capabilities: CAPABILITIES, instructions })
  }
  if (!isModern && method === 'initialize') {
    const protocolVersion = INITIALIZED.find((known) => known === params.protocolVersion) ?? INITIALIZED[0]
    return { protocolVersion, capabilities: CAPABILITIES, serverInfo, instructions: await describeTeammate(ctx) }
  }
  if (!isModern && method === 'ping') return {}
  throw new RpcError(RPC.no_such_method, 'There is no such method', isModern ? { status: 404 } : {})
}

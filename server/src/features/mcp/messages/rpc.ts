import { z } from 'zod'
import type { RpcAnswer } from '#contracts/mcp.ts'
import type { AppError } from '#platform/error.ts'
import { Reply } from '#platform/route.ts'

export const RPC = {
  parse_error: -32700,
  invalid_request: -32600,
  no_such_method: -32601,
  invalid_params: -32602,
  internal: -32603,
  refused: -32000,
  headers_disagree: -32020,
  version_not_supported: -32022,
} as const

export const RpcId = z.union([z.string().max(1000), z.number()])
export type RpcId = z.infer<typeof RpcId>

/** A request has an id, a notification has none. */
export const RpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: RpcId.optional(),
  method: z.string().min(1).max(200),
  params: z.record(z.string(), z.unknown()).default({}),
})
export type RpcMessage = z.infer<typeof RpcMessage>

/** A refusal in the words of the protocol. */
export class RpcError extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown

  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: unknown } = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

export const answerResult = (id: RpcId, result: Record<string, unknown>): Reply<RpcAnswer> =>
  new Reply({ jsonrpc: '2.0' as const, id, result })

export function answerError(id: RpcId | null, { code, message, data, status }: RpcError): Reply<RpcAnswer> {
  const error = { code, message, ...(data !== undefined && { data }) }
  return new Reply({ jsonrpc: '2.0' as const, id, error }, { status })
}

/** A body that could not be read, in the words of the protocol; null for what concerns the caller and not the message. */
export const notParsed = ({ kind, message }: AppError): RpcAnswer =>
  kind === 'bad_request' || kind === 'too_large'
    ? { jsonrpc: '2.0', id: null, error: { code: RPC.parse_error, message } }
    : null

export const acceptedWithoutAnswer = (): Reply<RpcAnswer> => new Reply(null, { status: 202 })

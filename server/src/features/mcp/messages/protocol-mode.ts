import type { FastifyRequest } from 'fastify'
import { RPC, RpcError, type RpcMessage } from './rpc.ts'

/** Revisions that begin with `initialize`, the latest first, and those in which each request says everything of itself. */
export const INITIALIZED = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
export const SELF_CONTAINED = ['2026-07-28']

export const META = 'io.modelcontextprotocol/'
export type ProtocolMode = 'initialized' | 'self_contained'

type Headers = FastifyRequest['headers']

/** Under which rules a message is to be answered. What headers say must agree with it: proxies go by them. */
export function protocolModeOf({ method, params }: RpcMessage, headers: Headers): ProtocolMode {
  const claimed = Object(params._meta)[`${META}protocolVersion`] as unknown
  const version = headers['mcp-protocol-version']
  if (claimed === undefined) {
    if (version === undefined || INITIALIZED.includes(String(version))) return 'initialized'
    throw refused(RPC.invalid_params, 'The protocol version is not known, or the request lacks its _meta')
  }
  if (version !== undefined && version !== claimed) throw disagree('MCP-Protocol-Version', 'protocol version')
  if (typeof claimed !== 'string' || !SELF_CONTAINED.includes(claimed)) {
    // Not every value can be made a text, and this one is whatever was sent.
    const requested = typeof claimed === 'string' ? claimed : JSON.stringify(claimed)
    const data = { supported: SELF_CONTAINED, requested: requested.slice(0, 100) }
    throw new RpcError(RPC.version_not_supported, 'The protocol version is not supported', { status: 400, data })
  }
  if (version === undefined) throw disagree('MCP-Protocol-Version', 'protocol version')
  if (headers['mcp-method'] !== method) throw disagree('Mcp-Method', 'method')
  const { 'mcp-name': name } = headers
  if (method === 'tools/call' && name !== undefined && decoded(String(name)) !== params.name) {
    throw disagree('Mcp-Name', 'name')
  }
  return 'self_contained'
}

const refused = (code: number, message: string) => new RpcError(code, message, { status: 400 })
const disagree = (header: string, what: string) =>
  refused(RPC.headers_disagree, `The header ${header} and the body do not name the same ${what}`)

/** What a header cannot carry as it is travels as `=?base64?…?=`. */
function decoded(value: string): string {
  const sealed = value.match(/^=\?base64\?([A-Za-z0-9+/=]*)\?=$/)?.[1]
  return sealed === undefined ? value : Buffer.from(sealed, 'base64').toString()
}

import type { PriorDiscovery } from '@modelcontextprotocol/client'
import type { ApiRequest } from './api/api-request.ts'

/** The transport and the version of MCP that a server spoke the last time. */
export type NegotiatedProtocol = { transport: 'http' | 'sse'; prior: PriorDiscovery | null }

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

export type Remote = {
  url: string
  headers: Record<string, string>
  protocol: NegotiatedProtocol | null
  /** For a server of the platform's own configuration. Without it the address is a tenant's, and calls to it are guarded. */
  fetch?: Fetch
}

/** A tool of another server after cleaning: safe to store and to show to a model. */
export type StoredTool = {
  name: string
  /** The server's own name for it; for an API, method and path. */
  called: string
  description: string
  input_schema: Record<string, unknown>
  /** How an API's operation is requested. */
  request?: ApiRequest
}

/** A picture, a sound or another file of a result, as its server sent it; pictures and sounds have no address. */
export type SentFile = { uri: string | null; base64: string }

/** The result of another server's tool: texts and files in order, or a structured value where it has neither. */
export type RemoteResult = { pieces: (string | SentFile)[]; structured: unknown; is_error: boolean }

import type { PriorDiscovery } from '@modelcontextprotocol/client'
import type { ApiRequest } from './api/api-request.ts'

/** How a server is spoken to: as it was found to speak the last time. */
export type Footing = { transport: 'http' | 'sse'; prior: PriorDiscovery | null }

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

export type Remote = {
  url: string
  headers: Record<string, string>
  footing: Footing | null
  /** For a server that the operator chose; without it, the address is an organization's, and guarded. */
  fetch?: Fetch
}

/** A tool of another server, made fit to be shown to a model and to be kept. */
export type StoredTool = {
  name: string
  /** As its server knows it; of an API, method and path. */
  called: string
  description: string
  input_schema: Record<string, unknown>
  /** Of an operation of an API. */
  request?: ApiRequest
}

/** A picture, a sound or another file of a result, as its server sent it; pictures and sounds have no address. */
export type SentFile = { uri: string | null; base64: string }

/** What a tool of another server answered: texts and files in their order, or a value where there is nothing else. */
export type RemoteResult = { pieces: (string | SentFile)[]; structured: unknown; is_error: boolean }

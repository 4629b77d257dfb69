/** The one language the run engine speaks to every model vendor; the wire forms stay behind `streamModel`. */
import type { JSONObject } from '@ai-sdk/provider'
import type { Vendor } from '#contracts/parties.ts'
import type { OpenSocket } from '#platform/outbound/open-socket.ts'

export type VendorConnection = {
  provider: Vendor
  api_key: string | null
  /** null: the vendor's default address. */
  base_url: string | null
  fetch: typeof fetch
  /** Absent where the vendor is not spoken with by socket. */
  openSocket?: OpenSocket
  /** What a realtime model has open for a call; then calls to the vendor go through it. */
  session?: ModelSession
}

export type Reasoning = 'off' | 'low' | 'medium' | 'high'

export type ModelRequest = {
  model: string
  system: string
  messages: ModelMessage[]
  tools: ModelTool[]
  /** null: the model does not reason, nothing is sent. */
  reasoning: Reasoning | null
  max_output_tokens: number | null
}

export type ModelMessage =
  | { role: 'user'; content: string; images?: { mime_type: string; data: Uint8Array }[] }
  | { role: 'assistant'; content: string; tool_calls?: ToolCall[]; provider_metadata?: ProviderMetadata }
  | { role: 'tool'; results: ToolResult[] }

export type ToolCall = { id: string; name: string; input: unknown }

export type ToolResult = { call_id: string; name: string; output: unknown; is_error?: boolean }

export type ModelTool = { name: string; description: string; input_schema: object }

/**
 * What a vendor signs or encrypts in an answer and wants back on the next call. It is plain JSON and opaque: keep it
 * on the assistant message it came with; another vendor or model ignores it.
 */
export type ProviderMetadata = JSONObject

/** `input_tokens` counts the cached ones too. */
export type ModelUsage = { input_tokens: number; output_tokens: number; cached_input_tokens: number }

/** What a vendor counted of a call; null for each count that it left out. */
export type CountedUsage = {
  input_tokens: number | null
  output_tokens: number | null
  cached_input_tokens: number
  total_tokens: number | null
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'other'

export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** What a model draws. */
  | { type: 'file'; mime_type: string; bytes: Buffer }
  | ({ type: 'tool_call' } & ToolCall)
  /** Replaces all text and reasoning so far, because the end of the reasoning was only found now. */
  | { type: 'replace'; text: string; reasoning: string }
  | { type: 'finish'; reason: FinishReason; usage: CountedUsage; provider_metadata?: ProviderMetadata }

/** Audio as someone sent it. */
export type AudioFile = { name: string; mime_type: string; bytes: Uint8Array }

/** `usage`: null where the vendor counts nothing. */
export type Transcription = { text: string; usage: ModelUsage | null }

export type FailureKind =
  | 'rate_limited'
  | 'unavailable'
  | 'rejected'
  | 'unauthorized'
  | 'timeout'
  | 'broken_stream'
  | 'empty'
  | 'refused_address'
  | 'too_long'
  | 'nothing_understood'

/**
 * A realtime model that is connected for as long as a call lasts. It does what is otherwise three calls to a vendor, so that
 * tools, limits, costs and the log are the same for both. Audio is that of `speech-language.ts`.
 */
export type ModelSession = {
  /** Answers a conversation; what is heard of the answer goes to the `AnswerListener`. */
  answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart>
  /** Reads a text aloud, outside the conversation. */
  speak(text: string, signal: AbortSignal): AsyncGenerator<Buffer, CountedUsage | null>
  /** Sends the caller's audio: the model answers the audio itself, the text is for people. */
  transcribe(audio: AudioFile, signal: AbortSignal): Promise<Transcription>
}

/** A model call that came to nothing; its message is for people, its cause for the log, and neither holds the key. */
export class ModelFailure extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  /** What the vendor counted all the same, and is paid for. */
  readonly usage: ModelUsage | null
  /** The vendor's `Retry-After`; null without one. */
  readonly retry_after_ms: number | null

  constructor(
    kind: FailureKind,
    message: string,
    status?: number,
    cause?: Error,
    { usage = null, retry_after_ms = null }: { usage?: ModelUsage | null; retry_after_ms?: number | null } = {},
  ) {
    super(message, cause && { cause })
    this.name = 'ModelFailure'
    this.kind = kind
    this.status = status
    this.usage = usage
    this.retry_after_ms = retry_after_ms
  }
}

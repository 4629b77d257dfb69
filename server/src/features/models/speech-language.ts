/** What the product speaks to vendors of voices and of realtime models; the wire forms stay behind it. */
import type { CountedUsage, ModelTool } from './model-language.ts'

/** Audio inside the product: signed 16-bit little-endian samples of one channel, 24 kHz (contracts/src/voice-socket.ts). */
export type Pcm = Buffer

export type SpeechRequest = { model: string; voice: string; text: string }

/** `usage`: null where the vendor counts nothing. */
export type SpokenUsage = CountedUsage | null

export type RealtimeRequest = {
  model: string
  voice: string
  instructions: string
  tools: ModelTool[]
  /** What was said before the call, oldest first. */
  history: { role: 'user' | 'assistant'; text: string }[]
}

/** What happens in a session with a realtime model. Items are the vendor's names for turns; they are opaque. */
export type RealtimeEvent =
  | { type: 'speech_started' }
  | { type: 'speech_stopped' }
  /** What the caller said, as far as it was transcribed; the last one of a turn is final. */
  | { type: 'heard'; turn_id: string; text: string; is_final: boolean }
  | { type: 'response_started'; response_id: string }
  | { type: 'audio'; response_id: string; pcm: Pcm }
  /** More text of the answer, about as its audio comes. */
  | { type: 'text'; response_id: string; text: string }
  | { type: 'tool_call'; response_id: string; call_id: string; name: string; input: unknown }
  | { type: 'response_done'; response_id: string; is_cancelled: boolean; usage: CountedUsage | null }

export type RealtimeSession = AsyncDisposable & {
  sendAudio(pcm: Pcm): void
  sendText(text: string): void
  /** Ends the caller's turn where the client decides that, not the vendor's detection. */
  endTurn(): void
  sendToolResult(result: { call_id: string; name: string; output: unknown; is_error: boolean }): void
  /** Stops the response that is spoken; the vendor forgets what comes after `heardMs` of its audio. */
  interrupt(heardMs: number): void
  /** Ends with the session; throws a `ModelFailure` where the vendor ended it or cannot be reached. */
  readonly events: AsyncIterable<RealtimeEvent>
}

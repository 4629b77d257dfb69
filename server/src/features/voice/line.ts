import type { CallEvent } from '#contracts/voice-socket.ts'
import type { Pcm } from '../models/speech/speech-language.ts'
import type { CallEndCode } from './table.ts'

/** The wire of one call, as the call sees it. */
export type Line = {
  /** Sends an event of the contract; drops it once the line is closed. */
  send(event: CallEvent): void
  /** Sends audio as it is. */
  sendAudio(pcm: Pcm): void
  /** How much of what was sent has not left yet, in bytes. */
  pendingBytes(): number
  /** Ends with the call, no matter who ends it. */
  readonly signal: AbortSignal
  /** Why it was closed; null where its caller has hung up, or where it is open. */
  endCode(): CallEndCode | null
}

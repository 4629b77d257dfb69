import type { ModelSession } from '../model-language.ts'
import type { OnAnswer } from './answer-listener.ts'

export type RealtimeOptions = { model: string; voice: string; onAnswer: OnAnswer }

/** A realtime model that is connected for one call, whichever vendor's it is. */
export type RealtimeSession = {
  session: ModelSession
  /** Rejects where the vendor cannot be reached or refuses. */
  ready(signal: AbortSignal): Promise<void>
  /** An answer that is under way is finished, to be read. */
  close(): void
}

/** More than is spoken in an hour. */
export const MAX_ANSWER_CHARACTERS = 100_000

/** What an answer may take that is under way when the call ends. */
export const CLOSE_TIMEOUT_MS = 60_000

export const READ_ALOUD =
  'Read the text that follows aloud, word for word, in its language. Add nothing, answer nothing and leave nothing out.'

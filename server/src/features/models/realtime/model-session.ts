import type { AudioFile, ModelPart, ModelRequest, Transcription } from '../model-language.ts'
import type { Pcm, SpokenUsage } from '../speech-language.ts'

/**
 * A realtime model that is connected for as long as a call lasts. It does what is otherwise three calls to a vendor, so that
 * tools, limits, costs and the log are the same for both.
 */
export type ModelSession = {
  /** Answers a conversation; what is heard of the answer goes to the `AnswerListener`. */
  answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart>
  /** Reads a text aloud, outside the conversation. */
  speak(text: string, signal: AbortSignal): AsyncGenerator<Pcm, SpokenUsage>
  /** Hears what the caller says: the model answers the audio itself, the text is for people. */
  transcribe(audio: AudioFile, signal: AbortSignal): Promise<Transcription>
}

/** Follows one answer of the model while it is spoken. */
export type AnswerListener = {
  text(piece: string): void
  audio(pcm: Pcm): void
  /** `isWhole`: false where it broke off, and another model may answer instead. */
  end(isWhole: boolean): void
}

/** Lets the model know that only the beginning of an answer was heard. */
export type Truncate = (heard: { ms: number; text: string }) => void
export type OnAnswer = (truncate: Truncate) => AnswerListener

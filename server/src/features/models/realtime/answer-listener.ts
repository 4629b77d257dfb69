import type { Pcm } from '../speech/speech-language.ts'

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

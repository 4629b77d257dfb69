import type { WaitingFor } from '#contracts/waiting.ts'
import type { ChannelDefinition } from '../../../conversations/define-channel.ts'
import type { AnswerSoFar } from '../../../replies/follow-answer.ts'
import type { Speaker } from '../../../runs/speech/synthesize-speech.ts'
import type { Line } from '../../line.ts'
import type { LiveSpeech } from './live-speech.ts'

export type SpokenAnswer = {
  /** Stops the audio now; what of the answer's text was heard. Null where all of it was, or it has ended. */
  stop(): { heard: string } | null
  /** Whether anything of it is still to be thought of or heard. */
  isGoing(): boolean
  /** What of its text was heard until now. */
  heard(): string
  /** Whether it has begun to be heard. */
  isStarted(): boolean
  /** Whether its audio is being played. */
  isHeard(): boolean
  /** Says nothing until it is resumed; false where it is over or waits for an answer. */
  pause(): boolean
  /** False where nothing was paused. */
  resume(): boolean
  /** What it waits for, a person or a time; null while it continues. */
  waitingFor(): WaitingFor | null
  /** Says nothing more until it continues, and counts as heard until here. */
  hush(): void
  /** Says nothing more of it, and leaves it to be read. */
  leave(): void
  readonly figures: Figures
  /** Resolves once nothing more of it is spoken; never rejects. */
  readonly done: Promise<void>
}

export type Figures = {
  first_text_at: number | null
  first_audio_at: number | null
  spoken_seconds: number
  heard_seconds: number
}

export type ToSpeak = {
  message_id: string
  role: 'assistant' | 'operator'
  parties: { channel: Pick<ChannelDefinition, 'showsText'> }
  /** The text as it grows. */
  source(signal: AbortSignal): AsyncIterable<AnswerSoFar>
  line: Line
  speaker: Promise<Pick<Speaker, 'speak'>>
  /** What the caller heard of it in an earlier call; it continues with the sentence in which that ended. */
  heard?: string
  /** What a realtime model says itself of the text; null where all of it is given to the voice. */
  live: LiveSpeech | null
  /** The wait for the answer is over: it is spoken, or there is nothing to speak. */
  onThought(): void
  /** It cannot be spoken any further, and continues as text. */
  onVoiceFailure(error: unknown): void
  onFailure(error: unknown): void
}

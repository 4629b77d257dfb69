import type { ChannelDefinition } from '../../../conversations/define-channel.ts'
import type { AnswerSoFar } from '../../../replies/follow-answer.ts'
import type { Speaker } from '../../../runs/speech/synthesize-speech.ts'
import type { Line } from '../../line.ts'
import type { LiveSpeech } from './live-speech.ts'

/** An answer that is to be spoken. */
export type ToSpeak = {
  message_id: string
  role: 'assistant' | 'operator'
  parties: { channel: Pick<ChannelDefinition, 'showsText' | 'hidesApprovals'> }
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

import type { Candidate } from '../../models/resolve-models.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { Speaker } from '../../runs/speech/synthesize-speech.ts'
import type { CalledConversation } from '../read-called-conversation.ts'
import type { LiveSpeech } from './speech/live-speech.ts'
import type { Transcribed } from './transcribe-turn.ts'

/** What a turn of a call is heard, answered and spoken with. */
export type TurnModels = {
  /** `ctx`: with the organization as it is now, whose limits count. */
  transcribe(ctx: OrgContext, samples: Int16Array, signal: AbortSignal): Promise<Transcribed>
  openSpeaker(ctx: OrgContext, called: CalledConversation): Promise<Speaker>
  /** What answers before the teammate's own models are asked, and speaks its answers itself. */
  readonly realtime: { candidate: Candidate; speech: LiveSpeech } | null
  /** Rejects where no call is possible. */
  ready(signal: AbortSignal): Promise<void>
  close(): void
}

/** The same for a whole call, during which they can change. */
export type CallModels = Omit<TurnModels, 'transcribe'> & {
  transcribe(samples: Int16Array, signal: AbortSignal): Promise<Transcribed>
  /** Reads what the teammate has now. */
  refresh(): Promise<void>
}

import type { z } from 'zod'
import type { CallErrorCode, CallerMessage } from '#contracts/voice-socket.ts'
import type { Pcm } from '../../models/speech/speech-language.ts'
import type { CallProgress, MissedWords } from '../table.ts'

type UnheardAnswer = NonNullable<CallProgress['answer']>

export type CallEnding = {
  /** The answer that was being spoken, or was not heard. */
  unheard: UnheardAnswer | null
  missed: MissedWords
}

/** What the socket hands to a call. */
export type Call = {
  hear(pcm: Pcm): void
  receive(message: z.output<typeof CallerMessage>): void
  /** Says an operator's message of the conversation. */
  readAloud(message: { id: string; text: string; operator_name: string | null }): void
  /** An operator answers in the conversation from now on, or the teammate does again (null). */
  changeOperator(operator_name: string | null): void
  /** Speaks an answer that an earlier call in the conversation has left unspoken, and reports what it has not understood. */
  continueCall(left: { answer: UnheardAnswer | null; missed: MissedWords }): void
  /** Resolves when the call has ended and everything is saved, with where it broke off; never rejects. */
  readonly ended: Promise<CallEnding>
  /** What would be lost if the process died now. */
  progress(): CallProgress
  /** Ends it from the server's side. */
  end(code: CallErrorCode, message: string): void
}

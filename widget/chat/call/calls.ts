import { openAudio } from '#voice-client/audio/open-audio.ts'
import { reportLevels } from '#voice-client/levels.ts'
import { sessionProblem } from '#voice-client/session-problem.ts'
import { type Call, type CallOptions, startCall } from '#voice-client/start-call.ts'
import { CallView, type CallViewProps } from './call-view.tsx'
import { loadCallWords } from './call-words.ts'

type HowToCall = Pick<CallOptions, 'conversation_id' | 'createSession'> & {
  language: 'en' | 'ru'
  /** The HTTP status of a refused session, and its code. */
  failureOf(error: unknown): { status: number; code: string }
}

export type View = (props: CallViewProps) => ReturnType<typeof CallView>

/** All that a call needs, which a chat without one never loads. */
export async function openCall({ language, failureOf, ...options }: HowToCall): Promise<{ call: Call; View: View }> {
  await loadCallWords(language)
  const problemOf = (error: unknown) => {
    const { status, code } = failureOf(error)
    return sessionProblem(status, code)
  }
  return { call: startCall({ ...options, problemOf, openAudio, onLevels: reportLevels }), View: CallView }
}

import { ApiError } from '#contracts/client.ts'
import { openAudio } from '#voice-client/audio/open-audio.ts'
import { reportLevels } from '#voice-client/levels.ts'
import { sessionProblem } from '#voice-client/session-problem.ts'
import { type Call, type CallOptions, startCall } from '#voice-client/start-call.ts'
import { CallPanel } from './call-panel.tsx'

/** Begins a call, with what shows it: all of it is fetched with the first call. */
export function openCall(options: Pick<CallOptions, 'conversation_id' | 'createSession'>): {
  call: Call
  Panel: typeof CallPanel
} {
  return { call: startCall({ ...options, problemOf, openAudio, onLevels: reportLevels }), Panel: CallPanel }
}

const problemOf: CallOptions['problemOf'] = (error) =>
  error instanceof ApiError ? sessionProblem(error.status ?? 0, error.code) : 'CALL_FAILED'

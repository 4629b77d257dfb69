import type { CallErrorCode, CallEvent } from '#contracts/voice-socket.ts'
import type { Device } from './audio/devices.ts'
import type { MicrophoneFailure } from './audio/microphone.ts'

export type CallPhase =
  /** Asks for the microphone. */
  | 'starting'
  /** There is no microphone: the caller tries again, or continues by typing. */
  | 'no_microphone'
  | 'connecting'
  | 'active'
  | 'reconnecting'
  | 'ended'

/** Codes of the server, of a refused session (`CANNOT_CALL` and others), and these of the client's own. */
export type CallProblemCode =
  | CallErrorCode
  | 'CONNECTION_LOST'
  | 'CALLED_IN_ANOTHER_TAB'
  | 'NO_VOICE'
  | 'TOO_MANY_CALLS'
  | 'SOUND_FAILED'

/** What the server reports while the call continues. */
const serverNotices = ['NOT_UNDERSTOOD', 'BAD_MESSAGE', 'VOICE_FAILED', 'TEAMMATE_NOT_READY', 'CALL_FAILED'] as const
export type CallNotice = (typeof serverNotices)[number] | 'MICROPHONE_CHANGED' | 'SPEAKER_FAILED'

/** Ends after which another call would be refused. */
const finalProblems: ReadonlySet<CallProblemCode> = new Set<CallProblemCode>([
  'SIGNED_OUT',
  'ORGANIZATION_INACTIVE',
  'TEAMMATE_UNAVAILABLE',
  'CHAT_UNAVAILABLE',
  'CONVERSATION_DELETED',
  'CONVERSATION_NOT_ACTIVE',
  'NO_VOICE',
])
export const canCallAgain = ({ problem }: CallState): boolean => problem === null || !finalProblems.has(problem)

/** The call continues elsewhere, and comes back with another click. */
export const hasMoved = ({ problem }: CallState): boolean => problem === 'CALL_MOVED'

export type Caption = {
  message_id: string
  role: 'user' | 'assistant' | 'operator'
  /** By the name of that time: who answers may change during the call. Null of the caller, and where it is not known. */
  speaker: string | null
  text: string
  is_final: boolean
  /** The caller spoke over it: the rest was not heard. */
  is_interrupted: boolean
}

export type CallState = {
  phase: CallPhase
  conversation_id: string | null
  teammate_name: string | null
  operator_name: string | null
  captions: readonly Caption[]
  isCallerSpeaking: boolean
  isThinking: boolean
  isPlaying: boolean
  isMuted: boolean
  isPushToTalk: boolean
  isTalkHeld: boolean
  /** The answer that is being said, until its end has arrived. */
  response_id: string | null
  /** A message of the chat asks something that only the page can answer in full. */
  question_id: string | null
  /** Null while there is one. */
  microphoneFailure: MicrophoneFailure | 'lost' | null
  hasMicrophone: boolean
  microphones: readonly Device[]
  speakers: readonly Device[]
  microphone_id: string
  speaker_id: string
  notice: CallNotice | null
  /** Why it ended, where it was not the caller who hung up. */
  problem: CallProblemCode | null
  started_at: number | null
}

const MAX_CAPTIONS = 60

export const initialCallState = (conversation_id: string | null): CallState => ({
  phase: 'starting',
  conversation_id,
  teammate_name: null,
  operator_name: null,
  captions: [],
  isCallerSpeaking: false,
  isThinking: false,
  isPlaying: false,
  isMuted: false,
  isPushToTalk: false,
  isTalkHeld: false,
  response_id: null,
  question_id: null,
  microphoneFailure: null,
  hasMicrophone: false,
  microphones: [],
  speakers: [],
  microphone_id: '',
  speaker_id: 'default',
  notice: null,
  problem: null,
  started_at: null,
})

/** What a line that broke leaves behind is not true on the next one. */
export const withoutTurn = { isCallerSpeaking: false, isThinking: false, isPlaying: false, response_id: null } as const

/** What an event of the server changes; those that this client does not know change nothing. */
export function applyCallEvent(state: CallState, event: CallEvent, nowMs: number): CallState {
  switch (event.type) {
    case 'session.created':
      return {
        ...state,
        phase: 'active',
        conversation_id: event.conversation_id,
        teammate_name: event.ai_employee.name,
        started_at: state.started_at ?? nowMs,
        problem: null,
      }
    case 'speech_started':
      return { ...state, isCallerSpeaking: true, notice: null }
    case 'speech_stopped':
      return { ...state, isCallerSpeaking: false }
    case 'thinking_started':
      return { ...state, isThinking: true }
    case 'thinking_ended':
      return { ...state, isThinking: false }
    case 'caption':
      return { ...state, captions: withCaption(state, event) }
    case 'response.started':
      return {
        ...state,
        response_id: event.message_id,
        question_id: null,
        // Of two sentences one may be answered and the other one missed.
        notice: state.notice === 'NOT_UNDERSTOOD' ? state.notice : null,
        captions: withInterruption(state.captions, event.message_id, false),
      }
    case 'response.done':
      return {
        ...state,
        ...(state.response_id === event.message_id && { response_id: null }),
        ...(state.question_id === event.message_id && { question_id: null }),
      }
    case 'response.cancelled':
      return {
        ...state,
        isPlaying: false,
        ...(state.response_id === event.message_id && { response_id: null }),
        captions: withInterruption(state.captions, event.message_id, true),
      }
    case 'response.paused':
      return { ...state, isPlaying: false }
    case 'operator_changed':
      return { ...state, operator_name: event.operator_name, isThinking: false }
    case 'question_asked':
      return { ...state, question_id: event.message_id, response_id: null, isThinking: false }
    case 'error':
      return withError(state, event)
    default:
      return state
  }
}

function withError(state: CallState, { code, is_final }: Extract<CallEvent, { type: 'error' }>): CallState {
  if (is_final) return { ...state, problem: code }
  const notice = serverNotices.find((one) => one === code)
  return notice ? { ...state, notice } : state
}

/** An answer that was interrupted may begin again, when another model takes over. */
const withInterruption = (
  captions: readonly Caption[],
  message_id: string,
  is_interrupted: boolean,
): readonly Caption[] =>
  captions.map((caption) =>
    caption.message_id === message_id && caption.role !== 'user'
      ? { ...caption, is_final: is_interrupted, is_interrupted }
      : caption,
  )

function withCaption(
  { captions, teammate_name, operator_name }: CallState,
  { message_id, role, text, is_final }: Extract<CallEvent, { type: 'caption' }>,
): readonly Caption[] {
  const isSame = (one: Caption) => one.message_id === message_id && one.role === role
  // It was interrupted before a word of it was heard.
  if (text === '' && is_final) return captions.filter((one) => !isSame(one))
  const known = captions.find(isSame)
  if (!known) {
    const speaker = { user: null, assistant: teammate_name, operator: operator_name }[role]
    return [...captions, { message_id, role, speaker, text, is_final, is_interrupted: false }].slice(-MAX_CAPTIONS)
  }
  return captions.map((one) => (isSame(one) ? { ...one, text, is_final: is_final || one.is_interrupted } : one))
}

export type CallActivity = 'hearing' | 'speaking' | 'thinking' | 'no_microphone' | 'muted' | 'paused' | 'listening'

/** What happens now, in one word for the page. */
export function activityOf(state: CallState): CallActivity {
  if (state.isCallerSpeaking) return 'hearing'
  if (state.isPlaying) return 'speaking'
  // Of an answer that is not over, more is to come.
  if (state.isThinking || state.response_id !== null) return 'thinking'
  if (!state.hasMicrophone) return 'no_microphone'
  if (state.isMuted) return 'muted'
  return state.isPushToTalk && !state.isTalkHeld ? 'paused' : 'listening'
}

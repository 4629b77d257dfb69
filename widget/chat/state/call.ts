import { createWebchatVoiceSession } from '#contracts/paths/voice.ts'
import { ApiFailure, callApi } from '../../lib/api.ts'
import { frameAddress, postToLoader } from '../../lib/loader-link.ts'
import { getWords } from '../words/words.ts'
import { readNewest } from './messages.ts'
import { ensureConversation } from './outbox.ts'
import { getState, notify, setState } from './store.ts'

/** The path of an endpoint has to name something where the page names no entry point. */
const NO_ENTRY_POINT = 'default'

/** Its code comes with the first call, so that a chat without calls is not larger. */
export const loadCalls = () => import('../call/calls.ts')

export async function beginCall(): Promise<void> {
  try {
    const { openCall } = await loadCalls()
    const { thread, call: before } = getState()
    before?.call.hangUp()
    const { language } = frameAddress
    const call = await openCall({ language, conversation_id: thread.conversation_id, createSession, failureOf })
    setState({ call })
    postToLoader({ type: 'onCall', isOnCall: true })
  } catch {
    notify(getWords().callFailed)
  }
}

async function createSession(known: string | null) {
  const conversation_id = known ?? (await ensureConversation())
  const event_id = frameAddress.eventId || NO_ENTRY_POINT
  const { data } = await callApi(createWebchatVoiceSession, { params: { event_id }, body: { conversation_id } })
  return data
}

/** The chat again, with what was said in it. */
export function leaveCall(): void {
  getState().call?.call.hangUp()
  setState({ call: null })
  postToLoader({ type: 'onCall', isOnCall: false })
  void readNewest()
}

const failureOf = (error: unknown): { status: number; code: string } =>
  error instanceof ApiFailure ? { status: error.status, code: error.code } : { status: 0, code: '' }

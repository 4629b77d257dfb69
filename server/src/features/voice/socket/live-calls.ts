import type { CallErrorCode } from '#contracts/voice-socket.ts'
import type { Call } from '../call/call.ts'

/** The calls of this process, by their ids. */
const live = new Map<string, { conversation_id: string; organization_id: string; call: Call }>()

/** What one process carries; a client that is refused may be sent to another one. */
export const MAX_CALLS = 250
/** No organization keeps the others from calling. */
const MAX_CALLS_OF_ORGANIZATION = 125

export function hasRoom(organization_id: string): boolean {
  const own = [...live.values()].filter((one) => one.organization_id === organization_id).length
  return live.size < MAX_CALLS && own < MAX_CALLS_OF_ORGANIZATION
}

export function addLiveCall(id: string, entry: { conversation_id: string; organization_id: string; call: Call }): void {
  live.set(id, entry)
}

export const removeLiveCall = (id: string): boolean => live.delete(id)

export const liveCallOf = (conversation_id: string): Call | undefined =>
  [...live.values()].find((one) => one.conversation_id === conversation_id)?.call

export const endLiveCall = (id: string, code: CallErrorCode, message: string): void =>
  live.get(id)?.call.end(code, message)

export const countLiveCalls = (): number => live.size

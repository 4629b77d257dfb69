import type { CallErrorCode } from '#contracts/voice-socket.ts'
import type { Call } from '../call/call.ts'

/** The calls of this process, by their ids. */
const live = new Map<string, { conversation_id: string; organization_id: string; call: Call }>()

/** Calls of each organization, from before they are set up: many that begin at once must not pass the limits together. */
const carried = new Map<string, number>()
let total = 0

/** What one process carries; a client that is refused may be sent to another one. */
export const MAX_CALLS = 250
/** No organization keeps the others from calling. */
const MAX_CALLS_OF_ORGANIZATION = 125

/** A place among the calls of this process until it is disposed of; null where there is none left. */
export function claimPlace(organization_id: string): Disposable | null {
  const own = carried.get(organization_id) ?? 0
  if (total >= MAX_CALLS || own >= MAX_CALLS_OF_ORGANIZATION) return null
  total += 1
  carried.set(organization_id, own + 1)
  return {
    [Symbol.dispose]() {
      total -= 1
      const left = (carried.get(organization_id) ?? 1) - 1
      if (left > 0) carried.set(organization_id, left)
      else carried.delete(organization_id)
    },
  }
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

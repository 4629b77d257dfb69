import type { CallProblemCode } from './call-state.ts'

const ofRefusals: Record<string, CallProblemCode> = {
  NO_VOICE: 'NO_VOICE',
  NO_CREDITS: 'NO_CREDITS',
  DAILY_LIMIT_REACHED: 'DAILY_LIMIT_REACHED',
  TEAMMATE_NOT_READY: 'TEAMMATE_NOT_READY',
  CONVERSATION_NOT_ACTIVE: 'CONVERSATION_NOT_ACTIVE',
}

/** Why a call cannot begin, by the status of the refused session (0 without a response); null if a retry may succeed. */
export function sessionProblem(status: number, code: string | undefined): CallProblemCode | null {
  if (status === 0 || status >= 500) return null
  if (status === 429) return 'TOO_MANY_CALLS'
  return ofRefusals[code ?? ''] ?? (status === 422 ? 'TEAMMATE_NOT_READY' : 'CALL_NOT_ALLOWED')
}

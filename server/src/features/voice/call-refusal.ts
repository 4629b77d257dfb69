import { type CallErrorCode, callErrors } from '#contracts/voice-socket.ts'
import type { AppError } from '#platform/error.ts'

/** What the organization does is nothing for its contacts: their chat is gone. */
const ofOrganization: ReadonlySet<CallErrorCode> = new Set(['ORGANIZATION_INACTIVE', 'TEAMMATE_UNAVAILABLE'])

/** Why a caller may not call, or not any more: a code for which their page has words. */
export function callRefusal(
  { code, message }: AppError,
  { user_id }: { user_id: string | null },
): { code: CallErrorCode; message: string } {
  const known = callErrors.find((one) => one === code) ?? 'CALL_NOT_ALLOWED'
  if (user_id !== null || !ofOrganization.has(known)) return { code: known, message }
  return { code: 'CHAT_UNAVAILABLE', message: 'This chat is no longer available' }
}

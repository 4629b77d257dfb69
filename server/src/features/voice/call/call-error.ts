import type { CallErrorCode } from '#contracts/voice-socket.ts'
import { AppError } from '#platform/error.ts'
import { ModelFailure } from '../../models/model-language.ts'
import { RunFailure } from '../../runs/run-outcome.ts'
import type { CalledConversation } from '../read-called-conversation.ts'

export type CallError = { code: CallErrorCode; message: string }

const refusals: Record<string, CallErrorCode> = {
  TEAMMATE_NOT_READY: 'TEAMMATE_NOT_READY',
  DAILY_LIMIT_REACHED: 'DAILY_LIMIT_REACHED',
  NO_CREDITS: 'NO_CREDITS',
}

/** Limits of what may be spent. */
export const SPENT: ReadonlySet<CallErrorCode> = new Set(['DAILY_LIMIT_REACHED', 'NO_CREDITS'])

/** What the caller reads about an error; null where it is a fault of the product. Contacts get no reason. */
export function callErrorOf(error: unknown, { parties, user_id }: CalledConversation): CallError | null {
  const { name } = parties.teammate
  const sentence = (reason: string): string => (user_id === null ? `${name} can’t answer right now.` : reason)
  if (error instanceof RunFailure || error instanceof AppError) {
    const code = refusals[error.code ?? '']
    if (code) return { code, message: sentence(error.message) }
    if (error instanceof AppError) return { code: 'BAD_MESSAGE', message: error.message }
  }
  if (error instanceof ModelFailure) return { code: 'TEAMMATE_NOT_READY', message: sentence(error.message) }
  return null
}

import { AppError } from '#platform/error.ts'
import type { MsgrAnswer } from './msgr-call.ts'
import { isUnauthorized } from './msgr-refusals.ts'

/** The platform's answer, for a request of a person; a refusal becomes an error with the platform's own text. */
export function requireGranted<T>(answer: MsgrAnswer<T>, code: 'BOT_TOKEN_REFUSED' | 'WEBHOOK_REFUSED'): T {
  if (answer.outcome === 'granted') return answer.value
  if (isUnauthorized(answer)) {
    throw new AppError('unprocessable', 'Telegram does not take this token', { code: 'BOT_TOKEN_REFUSED' })
  }
  if (answer.outcome === 'refused') throw new AppError('unprocessable', answer.description, { code })
  const reason = answer.outcome === 'limited' ? 'it asks to wait' : answer.description
  throw new AppError('bad_gateway', `Telegram could not be asked: ${reason}`)
}

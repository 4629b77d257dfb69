import { AppError } from '#platform/error.ts'
import type { MsgrAnswer } from './msgr-call.ts'
import { isUnauthorized } from './msgr-refusals.ts'

/** What the platform granted, for a person who waits for it; a refusal carries the platform's own words. */
export function requireGranted<T>(answer: MsgrAnswer<T>, code: 'BOT_TOKEN_REFUSED' | 'WEBHOOK_REFUSED'): T {
  if (answer.outcome === 'granted') return answer.value
  if (isUnauthorized(answer)) {
    throw new AppError('unprocessable', 'Telegram does not take this token', { code: 'BOT_TOKEN_REFUSED' })
  }
  if (answer.outcome === 'refused') throw new AppError('unprocessable', answer.description, { code })
  const reason = answer.outcome === 'limited' ? 'it asks to wait' : answer.description
  throw new AppError('bad_gateway', `Telegram could not be asked: ${reason}`)
}

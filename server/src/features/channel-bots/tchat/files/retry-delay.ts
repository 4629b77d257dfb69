import { backoffSeconds } from '#platform/backoff.ts'
import type { TchatAnswer } from '../tchat-answer.ts'

/** The last one is made more than an hour after the first, as of other deliveries. */
const MAX_ATTEMPTS = 12

/** In how many seconds a request is made again that may be repeated; null where that is useless, or was tried often enough. */
export function retryDelay(answer: TchatAnswer<unknown>, attempt: number): number | null {
  if (answer.outcome === 'granted' || answer.outcome === 'refused' || attempt >= MAX_ATTEMPTS) return null
  const asked = 'retry_after_seconds' in answer ? (answer.retry_after_seconds ?? 0) : 0
  return Math.max(backoffSeconds(attempt), asked)
}

import { ApiFailure } from '../../lib/api.ts'

/** Why there is no chat. What passes by itself leaves on the screen what is there. */
export type Problem = 'unreachable' | 'busy' | 'inactive' | 'unavailable'

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500) return 'unreachable'
  if (error.status === 429) return 'busy'
  return error.code === 'ORGANIZATION_INACTIVE' ? 'inactive' : 'unavailable'
}

/** The server refuses this page: asking again at once leads nowhere. */
export const isRefusal = (problem: Problem): boolean => problem === 'inactive' || problem === 'unavailable'

type Pace = { first_ms: number; most_ms: number }
const PASSING: Pace = { first_ms: 1000, most_ms: 30_000 }
const REFUSED: Pace = { first_ms: 5000, most_ms: 300_000 }

/** How long to wait after so many tries in vain; not the same for all pages, which would come back in one moment. */
export function delayMs(tries: number, error: unknown): number {
  const asked = error instanceof ApiFailure ? error.retryAfterSeconds * 1000 : 0
  const { first_ms, most_ms } = isRefusal(problemOf(error)) ? REFUSED : PASSING
  return asked || Math.min(most_ms, first_ms * 2 ** tries) * (0.5 + Math.random() / 2)
}

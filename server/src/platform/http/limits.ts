import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'
import { AppError } from '../error.ts'
import { tryRedis } from '../try-redis.ts'

export type Limit = { name: string } & ({ per_minute: number } | { per_hour: number })
/** How much of a limit is left, and in how many seconds all of it is again. */
export type LimitState = {
  name: string
  limit: number
  window_seconds: number
  remaining: number
  reset_seconds: number
}
export type CheckLimit = (limit: Limit, who: string) => Promise<LimitState>

/** The fields of draft-ietf-httpapi-ratelimit-headers, by which a caller can slow down before it is refused. */
export function rateLimitHeaders(states: readonly LimitState[], ...policies: string[]): Record<string, string> {
  const all = [
    ...states.map(({ name, limit, window_seconds }) => `"${name}";q=${limit};w=${window_seconds}`),
    ...policies,
  ]
  const left = states.map(({ name, remaining, reset_seconds }) => `"${name}";r=${remaining};t=${reset_seconds}`)
  return {
    ...(all.length > 0 && { 'ratelimit-policy': all.join(', ') }),
    ...(left.length > 0 && { ratelimit: left.join(', ') }),
  }
}

/**
 * Counts per minute or hour and name, in Redis when there are several nodes; answers 429 with Retry-After when passed. The nodes
 * of one deployment count together: `scope` is what they share, and another deployment on the same Redis does not.
 */
export function createLimits(redis: RedisClientType | null, scope: string): CheckLimit {
  const limiters = new Map<string, { shared: RateLimiterRedis | null; own: RateLimiterMemory }>()

  function limitersOf(limit: Limit) {
    const { name } = limit
    const existing = limiters.get(name)
    if (existing) return existing
    const options = { keyPrefix: `limit:${scope}:${name}`, ...sizeOf(limit) }
    // It does not recognize this client by itself, and would count in each process without a word.
    const shared = redis && new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true })
    const created = { shared, own: new RateLimiterMemory(options) }
    limiters.set(name, created)
    return created
  }

  /** Counts in this process alone while Redis is lost: a visitor would wait for it. */
  async function consume(limit: Limit, who: string): Promise<RateLimiterRes> {
    const { shared, own } = limitersOf(limit)
    const counted = redis && shared && (await tryRedis(redis, () => resultOf(shared.consume(who))))
    return counted ?? (await resultOf(own.consume(who)))
  }

  return async (limit, who) => {
    const stateOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes): LimitState => ({
      name: limit.name,
      limit: sizeOf(limit).points,
      window_seconds: sizeOf(limit).duration,
      remaining: Math.max(0, remainingPoints),
      reset_seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    })
    const result = await consume(limit, who)
    const state = stateOf(result)
    if (result.consumedPoints <= state.limit) return state
    const seconds = state.reset_seconds
    throw new AppError('too_many_requests', `Too many requests; try again in ${seconds} s`, {
      headers: { 'retry-after': String(seconds), ...rateLimitHeaders([state]) },
      data: { retry_after: seconds },
    })
  }
}

/** A limit that is passed is a rejection too. */
const resultOf = (consuming: Promise<RateLimiterRes>): Promise<RateLimiterRes> =>
  consuming.catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  })

const sizeOf = (limit: Limit): { points: number; duration: number } =>
  'per_hour' in limit ? { points: limit.per_hour, duration: 3600 } : { points: limit.per_minute, duration: 60 }

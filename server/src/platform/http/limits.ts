import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'
import { AppError } from '../error.ts'

export type Limit = { name: string } & ({ per_minute: number } | { per_hour: number })
export type CheckLimit = (limit: Limit, who: string) => Promise<void>

/**
 * Counts per minute or hour and name, in Redis when there are several nodes; answers 429 with Retry-After when passed. The nodes
 * of one deployment count together: `scope` is what they share, and another deployment on the same Redis does not.
 */
export function createLimits(redis: RedisClientType | null, scope: string): CheckLimit {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()

  function limiterOf(limit: Limit) {
    const { name } = limit
    const existing = limiters.get(name)
    if (existing) return existing
    const [points, duration] = 'per_hour' in limit ? [limit.per_hour, 3600] : [limit.per_minute, 60]
    const options = { keyPrefix: `limit:${scope}:${name}`, points, duration }
    const created = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          // It does not recognise this client by itself, and would count in each process without a word.
          useRedisPackage: true,
          insuranceLimiter: new RateLimiterMemory(options),
        })
      : new RateLimiterMemory(options)
    limiters.set(name, created)
    return created
  }

  return async (limit, who) => {
    try {
      await limiterOf(limit).consume(who)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw new AppError('too_many_requests', `Too many requests; try again in ${seconds} s`, {
        headers: { 'retry-after': String(seconds) },
        data: { retry_after: seconds },
      })
    }
  }
}

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { RedisClientType } from 'redis'

const TIMEOUT_MS = 1000

/** How many commands each client waits for beyond that time. */
const late = new WeakMap<RedisClientType, number>()

/**
 * Undefined where Redis is lost, full or slow. A command to a lost one would wait until it is back, and one to a machine that was
 * cut off has no end at all. While one is late, no other is sent: each would wait as long, and all would be held in memory.
 */
export async function tryRedis<T>(redis: RedisClientType, command: () => Promise<T>): Promise<T | undefined> {
  if (!redis.isReady || late.get(redis)) return
  const ended = command().then(
    (value) => ({ value }),
    () => ({ value: undefined }),
  )
  // After a turn, because an answer that came while this thread was busy is read in it.
  const waited = sleep(TIMEOUT_MS, null, { ref: false }).then(() => nextTurn(null))
  const answer = await Promise.race([ended, waited])
  if (answer) return answer.value
  const count = (by: number) => late.set(redis, (late.get(redis) ?? 0) + by)
  count(1)
  void ended.then(() => count(-1))
  return
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClientType } from 'redis'
import { type Config, ConfigError } from './config.ts'
import type { Logger } from './log.ts'

const MAX_RECONNECT_MS = 2000
const CLOSE_TIMEOUT_MS = 1000

/** Null where there is none. Throws where it cannot be reached at the start; later it is connected to again until it is. */
export async function connectRedis({ REDIS_URL: url }: Config, log: Logger): Promise<RedisClientType | null> {
  if (!url) return null
  // Hundreds of modules, which a server of one process has no use for.
  const { createClient } = await import('redis')
  let isReady = false
  const reconnectStrategy = (attempts: number, cause: Error) =>
    isReady ? Math.min(2 ** attempts * 50, MAX_RECONNECT_MS) : cause
  const client: RedisClientType = createClient({ url, socket: { reconnectStrategy } })
  let isLost = false
  client.on('error', (error) => {
    // Each attempt to connect fails with one.
    if (isReady && !isLost) log.error({ err: error }, 'Redis was lost')
    isLost = true
  })
  client.on('ready', () => {
    if (isLost) log.info('Redis is back')
    isReady = true
    isLost = false
  })
  try {
    await client.connect()
  } catch (error) {
    throw new ConfigError(`Redis at REDIS_URL cannot be used: ${error instanceof Error ? error.message : error}`)
  }
  return client
}

/** Sends what is still to be sent. What a Redis that is lost has not answered would be waited for without end. */
export async function closeRedis(redis: RedisClientType): Promise<void> {
  await Promise.race([redis.close(), sleep(CLOSE_TIMEOUT_MS)])
  redis.destroy()
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type RedisClientType } from 'redis'
import { expect, test } from 'vitest'
import { redisUrl } from '#testing/servers/server-process.ts'
import { createLog } from '../log.ts'
import { serveSockets } from './serve-sockets.ts'

const admission = { identify: async () => null, roomsOf: async () => null }

test.runIf(redisUrl)('a server that is closed right after its start leaves no failure behind', async () => {
  const failures: unknown[] = []
  const note = (error: unknown) => failures.push(error)
  process.on('unhandledRejection', note)
  const redis: RedisClientType = createClient({ url: redisUrl ?? '' })
  await redis.connect()
  try {
    for (let delay_ms = 0; delay_ms < 12; delay_ms++) {
      const http = createServer()
      http.listen(0, '127.0.0.1')
      await once(http, 'listening')
      const sockets = await serveSockets(http, {
        admission,
        now: () => new Date(),
        redis,
        scope: `early-${delay_ms}`,
        log: createLog({ level: 'silent', pretty: false }),
        onBroadcast: () => undefined,
      })
      await sleep(delay_ms / 4)
      await sockets.close()
    }
    // What is pending on other connections comes after what this one is answered.
    for (let nth = 0; nth < 20; nth++) await redis.ping()
  } finally {
    await redis.close()
    process.off('unhandledRejection', note)
  }
  expect(failures).toEqual([])
})

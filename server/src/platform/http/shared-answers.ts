import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClientType } from 'redis'
import { z } from 'zod'
import type { Cipher } from '../cipher.ts'
import { tryRedis } from '../try-redis.ts'

/** A process that dies while it serves a request leaves it to another one after this time. */
const CLAIM_MS = 10_000
const RENEWALS = 3
const POLL_MS = 100
const CLAIMED = 'claimed'

const Shared = z.object({
  text: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})
type Shared = z.infer<typeof Shared>

export type SharedAnswers = ReturnType<typeof shareAnswers>

/**
 * Answers to requests that may come again to another process, in Redis. They are sealed, because some have a secret that is shown
 * once. Where Redis is lost or full, a process does without, as if it were alone.
 */
export function shareAnswers(
  redis: RedisClientType,
  { scope, cipher, retentionMs }: { scope: string; cipher: Cipher; retentionMs: number },
) {
  const nameOf = (id: string) => `answer:${scope}:${id}`

  return {
    /** What was answered elsewhere; null where this process is to answer. Waits while another process does. */
    async claim(id: string): Promise<Shared | null> {
      const options = { condition: 'NX', expiration: { type: 'PX', value: CLAIM_MS } } as const
      for (;;) {
        const claimed = await tryRedis(redis, () => redis.set(nameOf(id), CLAIMED, options))
        if (claimed !== null) return null
        const stored = await tryRedis(redis, () => redis.get(nameOf(id)))
        if (stored === undefined) return null
        if (stored === CLAIMED) await sleep(POLL_MS)
        else if (stored !== null) return opened(stored, cipher)
      }
    },

    /** Keeps the claim until it is disposed of. */
    keep(id: string): Disposable {
      const renew = () => void tryRedis(redis, () => redis.pExpire(nameOf(id), CLAIM_MS))
      const timer = setInterval(renew, CLAIM_MS / RENEWALS).unref()
      return { [Symbol.dispose]: () => clearInterval(timer) }
    },

    async store(id: string, answer: Shared): Promise<void> {
      const sealed = cipher.encrypt(JSON.stringify(answer))
      await tryRedis(redis, () => redis.set(nameOf(id), sealed, { expiration: { type: 'PX', value: retentionMs } }))
    },

    async remove(...ids: string[]): Promise<void> {
      if (ids.length > 0) await tryRedis(redis, () => redis.del(ids.map(nameOf)))
    },
  }
}

/** Null where another key has sealed it. */
function opened(sealed: string, cipher: Cipher): Shared | null {
  try {
    return Shared.parse(JSON.parse(cipher.decrypt(sealed)))
  } catch {
    return null
  }
}

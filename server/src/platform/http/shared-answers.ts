import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClientType } from 'redis'
import { z } from 'zod'
import type { Cipher } from '../cipher.ts'
import { tryRedis } from '../try-redis.ts'

/** A process that dies while it serves a request leaves it to another one after this time. */
const CLAIM_MS = 10_000
const RENEWALS = 3
const POLL_MS = 100
const SEPARATOR = ':'

/** What a script does with a key whose value is not another process's: claims expire while their process stalls or Redis is lost. */
const UNLESS_OTHERS = `
  local value = redis.call('get', KEYS[1])
  if value and string.sub(value, 1, #ARGV[1]) ~= ARGV[1] then return 0 end`
const RENEW = `${UNLESS_OTHERS}
  return redis.call('pexpire', KEYS[1], ARGV[2])`
const STORE = `${UNLESS_OTHERS}
  redis.call('set', KEYS[1], ARGV[1] .. ARGV[2], 'PX', ARGV[3])
  return 1`
const REMOVE = `${UNLESS_OTHERS}
  return redis.call('del', KEYS[1])`

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
  /** In front of what this process writes. It serves one request of an id at a time, so its claims need no names of their own. */
  const owner = `${randomUUID()}${SEPARATOR}`
  const run = (script: string, id: string, ...values: string[]) =>
    tryRedis(redis, () => redis.eval(script, { keys: [nameOf(id)], arguments: [owner, ...values] }))

  return {
    /** What was answered elsewhere; null where this process is to answer. Waits while another process does. */
    async claim(id: string): Promise<Shared | null> {
      const options = { condition: 'NX', expiration: { type: 'PX', value: CLAIM_MS } } as const
      for (;;) {
        const claimed = await tryRedis(redis, () => redis.set(nameOf(id), owner, options))
        if (claimed !== null) return null
        const stored = await tryRedis(redis, () => redis.get(nameOf(id)))
        // Its own claim is from a request that ended while Redis was late.
        if (stored === undefined || stored === owner) return null
        const sealed = stored?.slice(stored.indexOf(SEPARATOR) + 1)
        if (sealed === '') await sleep(POLL_MS)
        else if (sealed !== undefined) return opened(sealed, cipher)
      }
    },

    /** Keeps the claim until it is disposed of. */
    keep(id: string): Disposable {
      const timer = setInterval(() => void run(RENEW, id, String(CLAIM_MS)), CLAIM_MS / RENEWALS).unref()
      return { [Symbol.dispose]: () => clearInterval(timer) }
    },

    async store(id: string, answer: Shared): Promise<void> {
      await run(STORE, id, cipher.encrypt(JSON.stringify(answer)), String(retentionMs))
    },

    async remove(...ids: string[]): Promise<void> {
      await Promise.all(ids.map((id) => run(REMOVE, id)))
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

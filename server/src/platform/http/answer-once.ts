import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { Reply } from '../route.ts'

export type AnswerOnce = (key: string, serve: () => Promise<unknown>) => Promise<unknown>
type Answer = { text: string; status: number; headers: Reply['headers'] }
type Stored = Answer & { at: number }

const KEY = /^[\w-]{8,100}$/
/** Time enough to read that something was not saved, and to press the button again. */
const RETENTION_MS = 600_000
const MAX_ANSWER_LENGTH = 256 * 1024
/** Of all answers together; the oldest are dropped first. */
const MAX_TOTAL_LENGTH = 16 * 1024 * 1024
/** What an entry costs beside its text. */
const ENTRY_LENGTH = 500

/** Names a write of a signed-in person that brings an `Idempotency-Key`. */
export function idempotencyKeyOf({ method, url, headers }: FastifyRequest, ctx: Context | undefined): string | null {
  const { 'idempotency-key': key } = headers
  const { user } = (ctx ?? {}) as { user?: { id: string } | null }
  return method !== 'GET' && user && typeof key === 'string' && KEY.test(key) ? `${user.id} ${url} ${key}` : null
}

/**
 * Answers a request that comes again under its key as before, and does nothing again. A browser resends a request by itself
 * when a connection that was used before ends without an answer, and a person presses the button again: either would
 * create twice. A refused request may be repeated. Other processes do not know the key.
 */
export function createAnswerOnce(): AnswerOnce {
  const running = new Map<string, Promise<void>>()
  /** In the order in which they were stored. */
  const answers = new Map<string, Stored>()
  let totalLength = 0

  function remove(key: string): void {
    const stored = answers.get(key)
    if (stored) totalLength -= stored.text.length + ENTRY_LENGTH
    answers.delete(key)
  }

  function store(key: string, answer: Answer): void {
    const now = performance.now()
    remove(key)
    answers.set(key, { ...answer, at: now })
    totalLength += answer.text.length + ENTRY_LENGTH
    for (const [oldest, { at }] of answers) {
      if (totalLength <= MAX_TOTAL_LENGTH && at > now - RETENTION_MS) break
      remove(oldest)
    }
  }

  return async function answerOnce(key, serve) {
    // When one fails, the next of those that wait is served.
    for (let before = running.get(key); before; before = running.get(key)) await before
    const known = answers.get(key)
    if (known && known.at > performance.now() - RETENTION_MS) return new Reply(JSON.parse(known.text), known)
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(key, promise)
    try {
      const result = await serve()
      const answer = storable(result)
      if (answer) store(key, answer)
      return result
    } finally {
      running.delete(key)
      resolve()
    }
  }
}

/** Null where the answer is no JSON, or too long to be stored. */
function storable(result: unknown): Answer | null {
  const { body, status, headers, onSent } = result instanceof Reply ? result : new Reply(result)
  if (onSent || !isPlain(body)) return null
  const text = JSON.stringify(body)
  return text.length <= MAX_ANSWER_LENGTH ? { text, status, headers } : null
}

function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const prototype: unknown = Object.getPrototypeOf(body)
  return prototype === Object.prototype || prototype === Array.prototype
}

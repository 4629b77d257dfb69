import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { Reply } from '../route.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** The same for the same request, and who pays for the place of its answer. */
export type RequestKey = { id: string; payer: string }
export type AnswerOnce = (key: RequestKey, serve: () => Promise<unknown>) => Promise<unknown>
type Answer = { text: string; status: number; headers: Reply['headers'] }
type Stored = Answer & { payer: string; at: number; length: number }

const KEY = /^[\w-]{8,100}$/
/** Time enough to read that something was not saved, and to press the button again. */
export const RETENTION_MS = 600_000
const MAX_ANSWER_LENGTH = 256 * 1024
/** Of all answers together; beyond it the oldest of the payer with the most are dropped, so that a flood costs its own sender. */
const MAX_TOTAL_LENGTH = 16 * 1024 * 1024
/** What an entry costs beside its text. */
const ENTRY_LENGTH = 500
/** Of longer bodies the size alone is compared: writing them out would delay others. */
const MAX_READ_BODY_BYTES = 1024 * 1024

/**
 * Names a write of a person with a session that brings an `Idempotency-Key`: a key that comes with another method, address or
 * body is another request. Tokens of programs have no session; one person has several, of several organizations.
 */
export function idempotencyKeyOf(
  { method, url, headers }: FastifyRequest,
  ctx: Context | undefined,
  { value, size }: { value: unknown; size: number },
): RequestKey | null {
  const { 'idempotency-key': key } = headers
  const { session, user, organization } = (ctx ?? {}) as {
    session?: Identified
    user?: Identified
    organization?: Identified
  }
  if (method === 'GET' || !session || !user || typeof key !== 'string' || !KEY.test(key)) return null
  const body = size <= MAX_READ_BODY_BYTES ? JSON.stringify(value) : size
  const named = JSON.stringify([user.id, method, url, key, body])
  return { id: createHash('sha256').update(named).digest('base64'), payer: organization?.id ?? user.id }
}
type Identified = { id: string } | null

/**
 * Answers a request that comes again under its key as before, and does nothing again. A browser resends a request by itself
 * when a connection that was used before ends without an answer, and a person presses the button again: either would
 * create twice. A refused request may be repeated. Other processes know the key where they share their answers.
 */
export function createAnswerOnce(shared: SharedAnswers | null = null): AnswerOnce {
  const running = new Map<string, Promise<void>>()
  const answers = createStore()

  return async function answerOnce({ id, payer }, serve) {
    // When one fails, the next of those that wait is served.
    for (let before = running.get(id); before; before = running.get(id)) await before
    const known = answers.find(id)
    if (known) return new Reply(JSON.parse(known.text), known)
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(id, promise)
    try {
      const elsewhere = await shared?.claim(id)
      if (elsewhere) return new Reply(JSON.parse(elsewhere.text), elsewhere)
      return await serveClaimed({ id, payer }, serve)
    } finally {
      running.delete(id)
      resolve()
    }
  }

  async function serveClaimed({ id, payer }: RequestKey, serve: () => Promise<unknown>): Promise<unknown> {
    let answer: Answer | null = null
    try {
      using _claim = shared?.keep(id)
      const result = await serve()
      answer = storable(result)
      return result
    } finally {
      // What has no place here has none there, so that a flood of one process is bounded there too.
      const dropped = answer ? answers.store(id, payer, answer) : [id]
      if (answer && !dropped.includes(id)) await shared?.store(id, answer)
      await shared?.remove(...dropped)
    }
  }
}

function createStore() {
  /** In the order in which they were stored. */
  const answers = new Map<string, Stored>()
  /** How much each payer has, and what, oldest first. */
  const payers = new Map<string, { length: number; ids: Set<string> }>()
  let totalLength = 0

  function remove(id: string): void {
    const stored = answers.get(id)
    if (!stored) return
    answers.delete(id)
    totalLength -= stored.length
    const own = payers.get(stored.payer)
    if (!own) return
    own.length -= stored.length
    own.ids.delete(id)
    if (own.ids.size === 0) payers.delete(stored.payer)
  }

  function removeOfLargest(): string {
    let largest = { length: 0, ids: new Set<string>() }
    for (const own of payers.values()) if (own.length > largest.length) largest = own
    const [oldest = ''] = largest.ids
    remove(oldest)
    return oldest
  }

  return {
    find(id: string): Answer | undefined {
      const known = answers.get(id)
      return known && known.at > performance.now() - RETENTION_MS ? known : undefined
    },

    /** Answers with what had to be dropped for want of room. */
    store(id: string, payer: string, answer: Answer): string[] {
      const at = performance.now()
      const length = answer.text.length + ENTRY_LENGTH
      remove(id)
      answers.set(id, { ...answer, payer, at, length })
      totalLength += length
      const own = payers.get(payer) ?? { length: 0, ids: new Set() }
      payers.set(payer, own)
      own.length += length
      own.ids.add(id)
      for (const [oldest, stored] of answers) {
        if (stored.at > at - RETENTION_MS) break
        remove(oldest)
      }
      const dropped: string[] = []
      while (totalLength > MAX_TOTAL_LENGTH) dropped.push(removeOfLargest())
      return dropped
    },
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

import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StagedBody } from '../route.ts'
import type { BodyBudget } from './body-budget.ts'
import { bodyTooLarge, type ReadOptions } from './read-body.ts'

/** Of the budget, what a body takes that is staged while it is read: never more than a part of it is in memory. */
const STAGED_SHARE_BYTES = 64 * 1024 * 1024

/** What the readers of a body must know of its request, and what they have found out. */
export type IncomingBody = {
  readonly reply: FastifyReply
  /** Senders share the budget fairly. */
  readonly sender: string
  readonly limitBytes: number
  /** A larger body is staged where the route does that. */
  readonly inlineBytes: number
  readonly stage: ((source: Readable) => Promise<StagedBody>) | undefined
  /** Its bytes are here already, and have a share where they need one: those of a signed caller. */
  readonly isRead: boolean
  size: number
  staged?: StagedBody
  /** Gives back the share of the budget. */
  release: () => void
}

const incomingBodies = new WeakMap<FastifyRequest, IncomingBody>()

export function describeIncoming(request: FastifyRequest, described: Omit<IncomingBody, 'size' | 'release'>): void {
  const earlier = incomingBodies.get(request)
  incomingBodies.set(request, { ...described, size: 0, release: () => earlier?.release() })
}

export function incomingBody(request: FastifyRequest): IncomingBody {
  const incoming = incomingBodies.get(request)
  if (!incoming) throw new Error('The body of a request was read before its caller was known')
  return incoming
}

/** Reads within the budget; the share is given back when the answer has left, or when the handler needs the body no more. */
export function readOptions(request: FastifyRequest, budget: BodyBudget, incoming: IncomingBody): ReadOptions {
  const { sender, stage, reply, isRead } = incoming
  const limitBytes = stage ? incoming.limitBytes : Math.min(incoming.limitBytes, budget.maxBytes)
  const announcedBytes = request.headers['content-length']
  if (isRead) return { sender, limitBytes, announcedBytes }
  return {
    sender,
    limitBytes,
    announcedBytes,
    async reserve(size, signal) {
      const bytes = stage ? Math.min(size, STAGED_SHARE_BYTES, budget.maxBytes) : size
      incoming.release = await budget.reserve({ sender, bytes }, signal)
      if (reply.raw.closed) incoming.release()
      else reply.raw.once('close', () => incoming.release())
    },
    onRead(size) {
      incoming.size = size
    },
  }
}

/** Values of up to this size take no share while the handler works with them, which may be for minutes. */
const SMALL_CONTENT_BYTES = 4 * 1024 * 1024

/** Gives the share back where little remains of the body, once its values were read. */
export function releaseIfSmall({ release }: IncomingBody, contentLimitBytes: number): void {
  if (contentLimitBytes <= SMALL_CONTENT_BYTES) release()
}

/** Refuses values that together have more than the route takes, however large the body around them may be. */
export function requireContentWithin(limitBytes: number, content: unknown): void {
  let left = limitBytes
  const open: unknown[] = [content]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') left -= value.length > left ? value.length : Buffer.byteLength(value)
    else if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        left -= name.length
        open.push(item)
      }
    }
    if (left < 0) throw bodyTooLarge()
  }
}

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'

const DRAIN_TIMEOUT_MS = 30_000

/**
 * Reads what is left of a refused request before its connection is closed. Closing it on unread bytes would reset it, and a
 * proxy that is still sending would answer 502 in place of the refusal. A connection that stays open is drained by Node.
 */
export function drainRequests(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    const isSending = !raw.complete && !raw.destroyed && !reply.raw.shouldKeepAlive
    const isAnswer = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isSending || !isAnswer || !hasBody(raw)) return done(null, payload)
    reply.header('content-length', Buffer.byteLength(payload))
    done(null, Readable.from(sendAndDrain(payload, raw, server.stopping)))
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

async function* sendAndDrain(answer: string | Buffer, request: IncomingMessage, stopping: AbortSignal) {
  yield answer
  request.resume()
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(DRAIN_TIMEOUT_MS)])
  await finished(request, { writable: false, signal }).catch(() => undefined)
}

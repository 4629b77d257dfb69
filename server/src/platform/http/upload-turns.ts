import type { FastifyRequest } from 'fastify'
import { AppError } from '../error.ts'
import { createFairLimit } from '../fair-limit.ts'
import { whileConnected } from './while-connected.ts'

const MAX_WAITING_PER_SENDER = 100
const RETRY_AFTER_SECONDS = 10
/** What the sender of an upload sends at least in the time for which others wait, also over the worst connection. */
const MIN_PROGRESS_BYTES = 64 * 1024

/** `stalled` aborts where the sender has a turn and hardly sends. */
export type UploadTurn = Disposable & { readonly stalled: AbortSignal }

/** The uploads in progress of each sender, which is a tenant: each has a file, a descriptor and memory until it has come in. */
export type UploadTurns = {
  /** For the `RateLimit-Policy` of answers, so that a sender can send fewer at once. */
  readonly policy: string
  /** Resolves when an upload may be read, and before that nothing of it is; rejects with 503 when the wait is over. */
  enter(sender: string, request: FastifyRequest): Promise<UploadTurn>
}

export function createUploadTurns({ perSender, waitMs }: { perSender: number; waitMs: number }): UploadTurns {
  const turns = createFairLimit({
    total: Number.POSITIVE_INFINITY,
    perKey: perSender,
    waitingPerKey: MAX_WAITING_PER_SENDER,
  })
  const wait = (sender: string, request: FastifyRequest) =>
    whileConnected(request, async (left) => {
      try {
        return await turns.enter(sender, AbortSignal.any([left, AbortSignal.timeout(waitMs)]))
      } catch {
        left.throwIfAborted()
        throw new AppError('unavailable', 'Too many uploads are in progress; try again in a few seconds', {
          headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        })
      }
    })
  return {
    policy: `"uploads";q=${perSender};qu="concurrent-requests"`,
    async enter(sender, request) {
      const turn = await wait(sender, request)
      const stalled = new AbortController()
      const timer = watchProgress(request, waitMs, () => stalled.abort(tooSlow()))
      return {
        stalled: stalled.signal,
        [Symbol.dispose]() {
          clearInterval(timer)
          turn[Symbol.dispose]()
        },
      }
    },
  }
}

/** What has arrived and was not read yet, or not stored, is no fault of the sender. */
function watchProgress({ raw }: FastifyRequest, intervalMs: number, onStall: () => void): NodeJS.Timeout {
  let seen = raw.socket.bytesRead
  return setInterval(() => {
    const { bytesRead } = raw.socket
    if (!raw.complete && bytesRead - seen < MIN_PROGRESS_BYTES && raw.readableLength === 0) onStall()
    seen = bytesRead
  }, intervalMs)
}

const tooSlow = () => new AppError('request_timeout', 'The file arrives too slowly')

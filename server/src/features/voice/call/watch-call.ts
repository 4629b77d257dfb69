import { BYTES_PER_MS, type CallErrorCode } from '#contracts/voice-socket.ts'
import type { Context } from '#platform/context.ts'
import type { Line } from '../line.ts'

const CHECK_INTERVAL_MS = 1000
const MAX_SILENCE_MS = 5 * 60_000
const MAX_CALL_MS = 2 * 60 * 60_000
/** A client that reads this slowly plays speech too late. */
const MAX_PENDING_BYTES = 2000 * BYTES_PER_MS

type Watched = { isBusy(): boolean; onEnd(code: CallErrorCode, message: string): void }

/** Ends a call in which nothing happens, that has lasted too long, or whose client reads too slowly. */
export function watchCall(ctx: Context, line: Line, { isBusy, onEnd }: Watched) {
  const startedAt = ctx.now().getTime()
  let activeAt = startedAt

  const timer = setInterval(() => {
    const now = ctx.now().getTime()
    if (isBusy()) activeAt = now
    if (line.pendingBytes() > MAX_PENDING_BYTES) onEnd('TOO_SLOW', 'The connection is too slow for a call')
    else if (now - startedAt >= MAX_CALL_MS) onEnd('CALL_TIMEOUT', 'A call lasts two hours at most')
    else if (now - activeAt >= MAX_SILENCE_MS) onEnd('CALL_TIMEOUT', 'Nothing was said for five minutes')
  }, CHECK_INTERVAL_MS)

  return {
    active(): void {
      activeAt = ctx.now().getTime()
    },
    stop: () => clearInterval(timer),
  }
}

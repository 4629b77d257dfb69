import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RpcAnswer } from '#contracts/mcp.ts'
import { Reply } from '#platform/route.ts'
import type { RpcId } from './rpc.ts'

const PROGRESS_MS = 1000
/** By default, proxies wait 50 s and longer for the next byte. */
const COMMENT_MS = 15_000

/**
 * Answers a call as a stream of events: for how many seconds it has been made, and then its result. So a client that waits only so
 * long in silence waits for as long as the call needs. A client without a progress token gets comments instead, for the proxies
 * between. `answer` never rejects.
 */
export function streamCall(progressToken: RpcId | null, answer: Promise<RpcAnswer>): Reply<Readable> {
  return new Reply(Readable.from(eventsOf(progressToken, answer)), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

async function* eventsOf(progressToken: RpcId | null, answer: Promise<RpcAnswer>): AsyncGenerator<string> {
  const begun = performance.now()
  if (progressToken === null) yield COMMENT
  while (!(await settlesWithin(progressToken === null ? COMMENT_MS : PROGRESS_MS, answer))) {
    const progress = Math.round((performance.now() - begun) / 100) / 10
    const params = { progressToken, progress }
    yield progressToken === null ? COMMENT : eventOf({ jsonrpc: '2.0', method: 'notifications/progress', params })
  }
  yield eventOf(await answer)
}

export async function settlesWithin(duration_ms: number, promise: Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  const settled = promise.then(
    () => true,
    () => true,
  )
  const passed = sleep(duration_ms, false, { signal: over.signal }).catch(() => true)
  return Promise.race([settled, passed]).finally(() => over.abort())
}

const COMMENT = ': the call is being made\n\n'
const eventOf = (message: object | null): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`

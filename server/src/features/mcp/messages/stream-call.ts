import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RpcAnswer } from '#contracts/mcp.ts'
import { Reply } from '#platform/route.ts'
import type { RpcId } from './rpc.ts'

const EVERY_MS = 1000

/**
 * Answers a call as a stream of events: for how many seconds it has been made, and then its result. So a client that waits only so
 * long in silence waits for as long as the call needs. `answer` never rejects.
 */
export function streamProgress(progressToken: RpcId, answer: Promise<RpcAnswer>): Reply<Readable> {
  return new Reply(Readable.from(eventsOf(progressToken, answer)), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

async function* eventsOf(progressToken: RpcId, answer: Promise<RpcAnswer>): AsyncGenerator<string> {
  const begun = performance.now()
  const over = new AbortController()
  const ended = answer.finally(() => over.abort())
  for (;;) {
    await sleep(EVERY_MS, null, { signal: over.signal }).catch(() => null)
    if (over.signal.aborted) break
    const progress = Math.round((performance.now() - begun) / 100) / 10
    yield eventOf({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } })
  }
  yield eventOf(await ended)
}

const eventOf = (message: object | null): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`

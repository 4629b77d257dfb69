/** A request that waits longer for a connection to the database finds the process with more to do than it can. */
const LONG_WAIT_MS = 5

/** When each request that waits for a connection began to wait, the longest waiting first. */
const waiting = new Set<{ since: number }>()

/** Counts a request as waiting until it is disposed. */
export function requestWaits(): Disposable {
  const wait = { since: performance.now() }
  waiting.add(wait)
  return { [Symbol.dispose]: () => void waiting.delete(wait) }
}

/** Whether a request waits so long for a connection that nothing else should begin. */
export function isRequestBacklogged(): boolean {
  const [longest] = waiting
  return longest !== undefined && performance.now() - longest.since > LONG_WAIT_MS
}

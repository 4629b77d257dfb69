/** A request that waits longer for a connection to the database finds the process with more to do than it can. */
const LONG_WAIT_MS = 5

type Wait = { since: number }

/** The requests of each organization that wait for a connection, the longest waiting first. */
const waiting = new Map<string, Set<Wait>>()

/** Counts a request as waiting until it is disposed. */
export function requestWaits(organization_id: string): Disposable {
  const wait = { since: performance.now() }
  const waits = waiting.get(organization_id) ?? new Set()
  waiting.set(organization_id, waits.add(wait))
  return {
    [Symbol.dispose]() {
      waits.delete(wait)
      if (waits.size === 0 && waiting.get(organization_id) === waits) waiting.delete(organization_id)
    },
  }
}

/** Whether a request of the organization waits so long for a connection that none of its answers should begin. */
export function isRequestBacklogged(organization_id: string): boolean {
  const [longest] = waiting.get(organization_id) ?? []
  return longest !== undefined && performance.now() - longest.since > LONG_WAIT_MS
}

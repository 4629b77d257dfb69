import { isRequestBacklogged } from './request-backlog.ts'
import { currentOrganization } from './thread-share.ts'

/** How often it is looked how late the event loop is, while work begins. */
const INTERVAL_MS = 3
/** A timer that is later finds the thread with more to do than it can, and requests waiting in each of their turns. */
const LATE_MS = 2
/** However late it is and however many requests wait, an organization begins one within this time. */
const MAX_WAIT_MS = 100
/** An organization with less in progress does not wait for the thread, which others make late. */
const UNLIMITED_IN_PROGRESS = 2
const FIRST_BATCH = 2
const MAX_BATCH = 16

type Queue = (() => void)[]

/** The work that waits, by organization, in the order of turns. */
const waiting = new Map<string, Queue>()
/** How many pieces of work of each organization have begun and not ended. */
const inProgress = new Map<string, number>()
/** When work of each organization began last, as long as it matters. */
const lastBegun = new Map<string, number>()
/** How many may begin in an interval, and how many still may in this one. */
let batch = FIRST_BATCH
let left = FIRST_BATCH
let isWatching = false

/**
 * Waits before background work begins, such as an answer: what has begun is finished first, and requests are answered soon. Work
 * waits while requests of its own organization wait for connections, so that messages are accepted before others are answered, and
 * while the event loop is late, where its organization has begun more than a little. Organizations take turns, however much each
 * of them has to begin. Otherwise nothing waits. The work is in progress until what is returned is disposed. Stops waiting when the
 * signal aborts.
 */
export async function admitWork(signal?: AbortSignal): Promise<Disposable | undefined> {
  if (signal?.aborted) return
  const organization_id = currentOrganization()
  if (!isWatching) watch()
  const hasRoom = left > 0 && waiting.size === 0
  if (!waiting.has(organization_id) && mayBegin(organization_id, hasRoom)) return countBegun(organization_id)
  return await new Promise((resolve) => {
    const queue = waiting.get(organization_id) ?? []
    waiting.set(organization_id, queue)
    queue.push(begin)
    signal?.addEventListener('abort', stopWaiting, { once: true })

    function begin(): void {
      signal?.removeEventListener('abort', stopWaiting)
      resolve(countBegun(organization_id))
    }
    function stopWaiting(): void {
      queue.splice(queue.indexOf(begin), 1)
      if (queue.length === 0) waiting.delete(organization_id)
      resolve(undefined)
    }
  })
}

function mayBegin(organization_id: string, hasRoom: boolean): boolean {
  const lastBegunAt = lastBegun.get(organization_id) ?? Number.NEGATIVE_INFINITY
  if (performance.now() - lastBegunAt > MAX_WAIT_MS) return true
  if (isRequestBacklogged(organization_id)) return false
  return hasRoom || (inProgress.get(organization_id) ?? 0) < UNLIMITED_IN_PROGRESS
}

/** Counts work as in progress until what is returned is disposed. */
function countBegun(organization_id: string): Disposable {
  left -= 1
  lastBegun.set(organization_id, performance.now())
  inProgress.set(organization_id, (inProgress.get(organization_id) ?? 0) + 1)
  return {
    [Symbol.dispose]() {
      const others = (inProgress.get(organization_id) ?? 1) - 1
      if (others > 0) inProgress.set(organization_id, others)
      else inProgress.delete(organization_id)
    },
  }
}

/** Looks again as long as work begins or waits, so that an idle process has no timer. */
function watch(): void {
  isWatching = true
  const start = performance.now()
  setTimeout(() => {
    const isLate = performance.now() - start - INTERVAL_MS > LATE_MS
    const isUsed = left < batch
    batch = isLate ? 1 : Math.min(MAX_BATCH, left > 0 ? batch : batch + 1)
    left = isLate ? 0 : batch
    while (beginOneOfEach());
    if (isUsed || isLate || waiting.size > 0) return watch()
    isWatching = false
    lastBegun.clear()
    batch = FIRST_BATCH
    left = FIRST_BATCH
  }, INTERVAL_MS)
}

/** Begins one of each organization that may, in turn; false where none did. */
function beginOneOfEach(): boolean {
  let hasBegun = false
  for (const [organization_id, queue] of [...waiting]) {
    if (!mayBegin(organization_id, left > 0)) continue
    const begin = queue.shift()
    // It goes to the end of the line.
    waiting.delete(organization_id)
    if (queue.length > 0) waiting.set(organization_id, queue)
    begin?.()
    hasBegun = true
  }
  return hasBegun
}

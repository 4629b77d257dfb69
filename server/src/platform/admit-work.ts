import { isRequestBacklogged } from './request-backlog.ts'
import { currentOrganization } from './thread-share.ts'

/** How often it is looked how late the event loop is, while work begins. */
const INTERVAL_MS = 3
/** A timer that is later finds the thread with more to do than it can, and requests waiting in each of their turns. */
const LATE_MS = 2
/** However late it is, one begins within this time, and so does the first of an organization that began nothing in it. */
const MAX_WAIT_MS = 50
const FIRST_BATCH = 2
const MAX_BATCH = 16

/** The work that waits, by organization, in the order of turns. */
const waiting = new Map<string, (() => void)[]>()
/** How many may begin in an interval, and how many still may in this one. */
let batch = FIRST_BATCH
let left = FIRST_BATCH
let isWatching = false
let lastBegun = 0
/** When work of each organization began last, as long as it matters. */
const lastBegunOf = new Map<string, number>()

/**
 * Waits before background work begins, such as an answer, while the event loop is late or requests wait for connections: what
 * has begun is finished first, and requests are answered soon. Organizations take turns, however much each of them has to begin.
 * Otherwise nothing waits. Stops waiting when the signal aborts.
 */
export async function admitWork(signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return
  if (!isWatching) watch()
  const organization_id = currentOrganization()
  const mayBegin = waiting.size === 0 && left > 0 && !isRequestBacklogged()
  if (mayBegin || isQuiet(organization_id)) return admitted(organization_id)
  await new Promise<void>((resolve) => {
    const queue = waiting.get(organization_id)
    if (queue) queue.push(begin)
    else waiting.set(organization_id, [begin])
    signal?.addEventListener('abort', giveUp, { once: true })

    function begin(): void {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    function giveUp(): void {
      const mine = waiting.get(organization_id) ?? []
      const others = mine.filter((each) => each !== begin)
      if (others.length > 0) waiting.set(organization_id, others)
      else waiting.delete(organization_id)
      resolve()
    }
  })
}

const isQuiet = (organization_id: string): boolean =>
  !waiting.has(organization_id) && performance.now() - (lastBegunOf.get(organization_id) ?? 0) > MAX_WAIT_MS

function admitted(organization_id: string): void {
  left -= 1
  lastBegun = performance.now()
  lastBegunOf.set(organization_id, lastBegun)
}

/** Looks again as long as work begins or waits, so that an idle process has no timer. */
function watch(): void {
  isWatching = true
  const begun = performance.now()
  setTimeout(() => {
    const isOverloaded = performance.now() - begun - INTERVAL_MS > LATE_MS || isRequestBacklogged()
    const isUsed = left < batch
    batch = isOverloaded ? 1 : Math.min(MAX_BATCH, left > 0 ? batch : batch + 1)
    left = isOverloaded ? overdue() : batch
    while (left > 0 && waiting.size > 0) beginNext()
    if (isUsed || isOverloaded || waiting.size > 0) return watch()
    isWatching = false
    lastBegunOf.clear()
    batch = FIRST_BATCH
    left = FIRST_BATCH
  }, INTERVAL_MS)
}

const overdue = (): number => (performance.now() - lastBegun > MAX_WAIT_MS ? 1 : 0)

function beginNext(): void {
  const [first] = waiting
  if (!first) return
  const [organization_id, queue] = first
  const begin = queue.shift()
  // It goes to the end of the line.
  waiting.delete(organization_id)
  if (queue.length > 0) waiting.set(organization_id, queue)
  admitted(organization_id)
  begin?.()
}

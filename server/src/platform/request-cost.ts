import { performance } from 'node:perf_hooks'
import { currentOrganization, currentWork, spend } from './thread-share.ts'

/** What the cheapest request costs: its headers, its caller, its answer. */
const MIN_COST_MS = 0.3
/** A message with its answer: those of a busy organization must not wait, so only what a request costs beyond it is charged. */
const ORDINARY_COST_MS = 3
/** A garbage collection must not make one request look as expensive as many. */
const MAX_COST_MS = 20
const INTERVAL_MS = 50
/** How much the latest interval counts against those before it. */
const LATEST_WEIGHT = 0.5

type Requests = {
  cost_ms: number
  in_progress: number
  /** Begun in this interval. */
  begun: number
  /** Of their work in this interval: each beginning and each use of the database. */
  parts: number
}

const requestsOf = new Map<string, Requests>()
/** Parts of the work of all, also of what no request waits for. */
let allParts = 0
let slicedMs = 0
let measuredAt = performance.now()
let utilization = performance.eventLoopUtilization()

/** Counts a request of the organization whose work this is; returns what ends it. */
export function countRequest(): () => void {
  measure()
  const organization_id = currentOrganization()
  const requests = requestsOf.get(organization_id) ?? { cost_ms: MIN_COST_MS, in_progress: 0, begun: 0, parts: 0 }
  requestsOf.set(organization_id, requests)
  requests.in_progress += 1
  requests.begun += 1
  countPart()
  return () => {
    requests.in_progress -= 1
  }
}

/** Counts a part of the current work, such as a statement, by which the time on the thread is divided. */
export function countPart(): void {
  allParts += 1
  const { organization_id, isRequest } = currentWork()
  const requests = isRequest && requestsOf.get(organization_id)
  if (requests) requests.parts += 1
}

/** Time in slices has been charged to the organization that used it. */
export function countSlice(usedMs: number): void {
  slicedMs += usedMs
}

/**
 * What another request of the organization will cost the others, by what its last ones did. One that waits for the answer to each
 * before it sends the next delays the others by a piece of one request at most, so only what it does at once is charged in full.
 */
export function nextRequestMs(organization_id: string): number {
  const { cost_ms, in_progress } = requestsOf.get(organization_id) ?? { cost_ms: MIN_COST_MS, in_progress: 1 }
  return MIN_COST_MS + (cost_ms - MIN_COST_MS) * concurrentPart(in_progress)
}

const concurrentPart = (in_progress: number): number => 1 - 1 / Math.max(in_progress, 1)

/** Divides the time that the thread was active outside of slices by the parts of the work that was done meanwhile. */
function measure(): void {
  const now = performance.now()
  if (now - measuredAt < INTERVAL_MS) return
  const current = performance.eventLoopUtilization()
  const { active } = performance.eventLoopUtilization(current, utilization)
  const partMs = Math.max(0, active - slicedMs) / Math.max(allParts, 1)
  for (const [organization_id, requests] of requestsOf) {
    const { cost_ms, in_progress, begun, parts } = requests
    if (begun === 0 && in_progress === 0) requestsOf.delete(organization_id)
    if (begun > 0) {
      const beyondMs = Math.max(0, (partMs * parts) / begun - ORDINARY_COST_MS)
      const latestMs = Math.min(MIN_COST_MS + beyondMs, MAX_COST_MS)
      // They were charged what those before them cost.
      spend(organization_id, (latestMs - cost_ms) * begun * concurrentPart(in_progress))
      requests.cost_ms = cost_ms + (latestMs - cost_ms) * LATEST_WEIGHT
    }
    requests.begun = 0
    requests.parts = 0
  }
  allParts = 0
  slicedMs = 0
  measuredAt = now
  utilization = current
}

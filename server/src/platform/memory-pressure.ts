import { totalmem } from 'node:os'

/** The part of what this process may have from which its largest isolated thread is ended. The rest is for what comes before that. */
const MAX_SHARE = 0.75
/** A thread that uses less is not what fills the memory. */
const MIN_BYTES = 96 * 2 ** 20
/** So long it takes until the memory of a thread is free that was ended. */
const ENDING_MS = 300

/** What an isolated thread uses. */
export type ThreadUse = Disposable & { bytes: number }

const uses = new Set<ThreadUse>()
let endedAt = Number.NEGATIVE_INFINITY

/** Counts a thread until it is disposed of. */
export function countThread(): ThreadUse {
  const use = { bytes: 0, [Symbol.dispose]: () => void uses.delete(use) }
  uses.add(use)
  return use
}

/**
 * Whether the process has so little memory left that this thread, the largest of all, is to be ended. Each is within its own limit,
 * but not all of them together: several organizations with large documents would end the whole server.
 */
export function isToBeEnded(use: ThreadUse): boolean {
  // Without a limit of its own it may have what the machine has; the runtime then answers 0, or more than there is.
  const maxBytes = Math.min(process.constrainedMemory() || totalmem(), totalmem()) * MAX_SHARE
  if (use.bytes < MIN_BYTES || process.memoryUsage.rss() < maxBytes) return false
  const isEnding = performance.now() - endedAt < ENDING_MS
  if (isEnding || [...uses].some(({ bytes }) => bytes > use.bytes)) return false
  endedAt = performance.now()
  return true
}

import { totalmem } from 'node:os'

/** The part of what this process may have from which its largest isolated thread is ended. The rest is for what comes before that. */
const MAX_SHARE = 0.75
/** Up to this part where most was in use before the first thread began, as what the allocator holds of those that have ended. */
const LAST_SHARE = 0.9
/** A thread that uses less is not what fills the memory. */
const MIN_BYTES = 96 * 2 ** 20
/** Four threads may fill a gigabyte and a half within a second. */
const WATCH_MS = 20

/** What an isolated thread uses, as far as was last measured, until it is disposed of. */
export type ThreadUse = Disposable & { bytes: number }

type CountedThread = { use: ThreadUse; end: () => void; isEnding: boolean }

const threads = new Set<CountedThread>()
let watch: NodeJS.Timeout | undefined
/** What the process used when the first of them began: ending one frees nothing of it. */
let restBytes = 0

/** Counts a thread until it is disposed of, which is when its memory is free. `end` is called where the process needs that memory. */
export function countThread(end: () => void): ThreadUse {
  const use = {
    bytes: 0,
    [Symbol.dispose]() {
      threads.delete(thread)
      if (threads.size > 0) return
      clearInterval(watch)
      watch = undefined
    },
  }
  const thread: CountedThread = { use, end, isEnding: false }
  if (threads.size === 0) restBytes = process.memoryUsage.rss()
  threads.add(thread)
  watch ??= setInterval(endLargest, WATCH_MS)
  return use
}

/**
 * Ends the largest thread while the process has little memory left. Each is within its own limit, but not all of them together:
 * several organizations with large documents would end the whole server. What a thread holds that is ending is as good as free.
 */
function endLargest(): void {
  // Without a limit of its own it may have what the machine has; the runtime then answers 0, or more than there is.
  const allBytes = Math.min(process.constrainedMemory() || totalmem(), totalmem())
  const maxBytes = Math.max(allBytes * MAX_SHARE, Math.min(restBytes + MIN_BYTES, allBytes * LAST_SHARE))
  let usedBytes = process.memoryUsage.rss()
  let largest: CountedThread | undefined
  for (const thread of threads) {
    if (thread.isEnding) usedBytes -= thread.use.bytes
    else if (thread.use.bytes >= Math.max(MIN_BYTES, largest?.use.bytes ?? 0)) largest = thread
  }
  if (usedBytes < maxBytes || !largest) return
  largest.isEnding = true
  largest.end()
}

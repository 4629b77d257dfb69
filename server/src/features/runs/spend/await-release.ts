import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than almost every answer takes, and shorter than people wait for one. */
const MAX_WAIT_MS = 60_000
/** For what another process releases. */
const RECHECK_INTERVAL_MS = 250

/** The last call that waits in each line. */
const lastInLine = new Map<string, Promise<void>>()
/** The first one, which is notified when something was released. */
const firstInLine = new Map<string, () => void>()

/** A call has released what it held. */
export const notifyReleased = (line: string): void => firstInLine.get(line)?.()

export const isAnyoneWaiting = (line: string): boolean => lastInLine.has(line)

/**
 * Tries again, one call of a line after the other, as calls in progress release what they hold; null when it took too long
 * or `attempt` says that nothing more can come. An attempt answers with `wait` as long as waiting may help.
 */
export async function awaitRelease<Result>(
  line: string,
  signal: AbortSignal,
  attempt: () => Promise<Result | 'wait' | null>,
): Promise<Result | null> {
  const deadline = performance.now() + MAX_WAIT_MS
  const { promise: isOver, resolve: leave } = Promise.withResolvers<void>()
  const before = lastInLine.get(line) ?? Promise.resolve()
  const own = before.then(() => isOver)
  lastInLine.set(line, own)
  try {
    await untilAborted(before, signal)
    for (;;) {
      const { promise: isReleased, resolve } = Promise.withResolvers<void>()
      firstInLine.set(line, resolve)
      const result = await attempt()
      if (result !== 'wait') return result
      if (performance.now() > deadline) return null
      await untilAborted(Promise.race([isReleased, sleep(RECHECK_INTERVAL_MS)]), signal)
    }
  } finally {
    leave()
    void own.then(() => {
      if (lastInLine.get(line) !== own) return
      lastInLine.delete(line)
      firstInLine.delete(line)
    })
  }
}

async function untilAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise: isAborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([done, isAborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

import { AppError } from './error.ts'
import { createServedTimes } from './served-times.ts'

type Limits = {
  /** How many pieces of work may run at once in this process. */
  total: number
  /** How many of them may have the same key, such as one organization. */
  perKey: number
  /** How many of one key may wait; more are refused. */
  waitingPerKey: number
}

type Waiter = { group: string; round: number; begin: (since: number) => void }

/**
 * Bounds costly work. The key that was served for the shortest time lately comes next, so that neither one that asks for much nor
 * one whose work takes long is served before others. The last place is for a key that has none: two keys with long work would
 * otherwise occupy four places until it ends, however short the work of a third one is. `enter` resolves with what ends the work
 * at the end of its scope, and rejects when the signal aborts while it waits. Within a key those of one `group`, such as one run,
 * take turns with those of the others.
 */
export function createFairLimit({ total, perKey, waitingPerKey }: Limits) {
  /** When the pieces of work of each key began. */
  const running = new Map<string, number[]>()
  /** Of keys that were served for the same time, the one that has waited longest comes first. */
  const waiting = new Map<string, Waiter[]>()
  const served = createServedTimes()
  const countRunning = () => [...running.values()].reduce((sum, begun) => sum + begun.length, 0)

  function servedLately(key: string): number {
    const now = performance.now()
    return (running.get(key) ?? []).reduce((sum, since) => sum + now - since, served.of(key))
  }

  function admit(): void {
    if (countRunning() >= total) return
    const keys = [...waiting.keys()].map((key) => ({ key, ms: servedLately(key) }))
    for (const { key } of keys.sort((one, other) => one.ms - other.ms)) {
      if (countRunning() >= total) return
      const begun = running.get(key) ?? []
      const queue = waiting.get(key)
      const isLastPlace = countRunning() === total - 1
      if (begun.length >= (isLastPlace ? 1 : perKey) || !queue) continue
      waiting.delete(key)
      const next = queue.shift()
      if (queue.length > 0) waiting.set(key, queue)
      if (!next) continue
      const since = performance.now()
      running.set(key, [...begun, since])
      next.begin(since)
    }
  }

  function leave(key: string, since: number): void {
    const begun = running.get(key) ?? []
    const left = begun.toSpliced(begun.indexOf(since), 1)
    if (left.length > 0) running.set(key, left)
    else running.delete(key)
    served.add(key, performance.now() - since)
    admit()
  }

  async function enter(key: string, signal: AbortSignal, group = ''): Promise<Disposable> {
    signal.throwIfAborted()
    const queue = waiting.get(key) ?? []
    if (queue.length >= waitingPerKey)
      throw new AppError('too_many_requests', 'Too many of these are running; try again in a moment', {
        headers: { 'retry-after': '5' },
      })
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const before = queue.findLast((each) => each.group === group)
    const round = Math.max(queue[0]?.round ?? 0, before ? before.round + 1 : 0)
    const waiter = { group, round, begin: resolve }
    const giveUp = () => {
      const at = queue.indexOf(waiter)
      if (at >= 0) queue.splice(at, 1)
      if (queue.length === 0 && waiting.get(key) === queue) waiting.delete(key)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    const later = queue.findIndex((each) => each.round > round)
    queue.splice(later < 0 ? queue.length : later, 0, waiter)
    waiting.set(key, queue)
    admit()
    try {
      const since = await promise
      return { [Symbol.dispose]: () => leave(key, since) }
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  return { enter }
}

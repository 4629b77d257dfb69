import { AppError } from './error.ts'

type Limits = {
  /** How many pieces of work may run at once in this process. */
  total: number
  /** How many of them may have the same key, such as one organization. */
  perKey: number
  /** How many of one key may wait; more are refused. */
  waitingPerKey: number
}

type Waiter = { group: string; round: number; begin: () => void }

/**
 * Bounds costly work. Keys take turns, so that a key that asks for much is not served before others; `enter` resolves with what
 * ends the work at the end of its scope, and rejects when the signal aborts while it waits. Within a key those of one `group`,
 * such as one run, take turns with those of the others.
 */
export function createFairLimit({ total, perKey, waitingPerKey }: Limits) {
  const running = new Map<string, number>()
  /** In the order of turns: a key that was served goes to the end. */
  const waiting = new Map<string, Waiter[]>()
  const countRunning = () => [...running.values()].reduce((sum, count) => sum + count, 0)

  function admit(): void {
    for (const [key, queue] of [...waiting]) {
      if (countRunning() >= total) return
      const count = running.get(key) ?? 0
      if (count >= perKey) continue
      waiting.delete(key)
      const next = queue.shift()
      if (queue.length > 0) waiting.set(key, queue)
      if (!next) continue
      running.set(key, count + 1)
      next.begin()
    }
  }

  function leave(key: string): void {
    const count = (running.get(key) ?? 1) - 1
    if (count > 0) running.set(key, count)
    else running.delete(key)
    admit()
  }

  async function enter(key: string, signal: AbortSignal, group = ''): Promise<Disposable> {
    signal.throwIfAborted()
    const queue = waiting.get(key) ?? []
    if (queue.length >= waitingPerKey)
      throw new AppError('too_many_requests', 'Too many of these are running; try again in a moment', {
        headers: { 'retry-after': '5' },
      })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
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
      await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
    return { [Symbol.dispose]: () => leave(key) }
  }

  return { enter }
}

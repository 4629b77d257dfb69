import { AppError } from './error.ts'

type Limits = {
  /** How many pieces of work may run at once in this process. */
  total: number
  /** How many of them may have the same key, such as one organization. */
  perKey: number
  /** How many of one key may wait; more are refused. */
  waitingPerKey: number
}

/**
 * Bounds costly work. Keys take turns, so that whoever asks for much is not served before others; `enter` resolves with what
 * ends the work at the end of its scope, and rejects when the signal aborts while it waits.
 */
export function createFairLimit({ total, perKey, waitingPerKey }: Limits) {
  const running = new Map<string, number>()
  /** In the order of turns: a key that was served goes to the end. */
  const waiting = new Map<string, (() => void)[]>()
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
      next()
    }
  }

  function leave(key: string): void {
    const count = (running.get(key) ?? 1) - 1
    if (count > 0) running.set(key, count)
    else running.delete(key)
    admit()
  }

  async function enter(key: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted()
    const queue = waiting.get(key) ?? []
    if (queue.length >= waitingPerKey)
      throw new AppError('too_many_requests', 'Too many of these run at once; try again in a moment', {
        headers: { 'retry-after': '5' },
      })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const at = queue.indexOf(resolve)
      if (at >= 0) queue.splice(at, 1)
      if (queue.length === 0 && waiting.get(key) === queue) waiting.delete(key)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    queue.push(resolve)
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

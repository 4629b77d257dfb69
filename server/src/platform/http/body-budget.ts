import { AppError } from '../error.ts'

const MAX_WAITING = 200
const MAX_WAITING_PER_SENDER = 20
const RETRY_AFTER_SECONDS = 10
/** Of the budget, the part that bodies of ordinary size have to themselves, so that they never wait behind the largest. */
const ORDINARY_SHARE = 1 / 6

export type Share = {
  /** A tenant, or an address where the caller has none. */
  sender: string
  bytes: number
}

/** Memory that request bodies of this process may use together. */
export type BodyBudget = {
  /** The largest share there is. */
  readonly maxBytes: number
  /** Resolves when there is room, with what gives it back; rejects with 503 when the wait is over, or as the signal says. */
  reserve(share: Share, signal: AbortSignal): Promise<() => void>
}

/** Shares of up to half of the ordinary part come from there, larger ones from the rest. */
export function createBodyBudget({ totalBytes, waitMs }: { totalBytes: number; waitMs: number }): BodyBudget {
  const ordinaryBytes = Math.floor(totalBytes * ORDINARY_SHARE)
  const ordinary = createPool(ordinaryBytes, waitMs)
  const large = createPool(totalBytes - ordinaryBytes, waitMs)
  return {
    maxBytes: totalBytes - ordinaryBytes,
    reserve: (share, signal) => (share.bytes <= ordinaryBytes / 2 ? ordinary : large).reserve(share, signal),
  }
}

type Waiter = Share & { admit: () => void }

/** Grants shares in the order in which they were asked for, but first to the sender who holds least. */
function createPool(capacity: number, waitMs: number) {
  const waiting = new Set<Waiter>()
  const held = new Map<string, number>()
  let free = capacity

  function change(sender: string, bytes: number): void {
    free -= bytes
    const now = (held.get(sender) ?? 0) + bytes
    if (now > 0) held.set(sender, now)
    else held.delete(sender)
  }

  function next(): Waiter | undefined {
    let chosen: Waiter | undefined
    for (const waiter of waiting) {
      if (!chosen || (held.get(waiter.sender) ?? 0) < (held.get(chosen.sender) ?? 0)) chosen = waiter
    }
    return chosen
  }

  /** Nobody passes the one whose turn it is, so that a large share is not put off for ever. */
  function admitWaiting(): void {
    for (let waiter = next(); waiter && waiter.bytes <= free; waiter = next()) {
      waiting.delete(waiter)
      change(waiter.sender, waiter.bytes)
      waiter.admit()
    }
  }

  function isCrowded(sender: string): boolean {
    const own = [...waiting].filter((waiter) => waiter.sender === sender)
    return waiting.size >= MAX_WAITING || own.length >= MAX_WAITING_PER_SENDER
  }

  return {
    async reserve({ sender, bytes }: Share, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      if (isCrowded(sender)) throw serverBusy()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiter: Waiter = { sender, bytes, admit: resolve }
      const giveUp = (reason: unknown) => {
        waiting.delete(waiter)
        reject(reason)
        admitWaiting()
      }
      const onAbort = () => giveUp(signal.reason)
      const timer = setTimeout(() => giveUp(serverBusy()), waitMs)
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.add(waiter)
      admitWaiting()
      try {
        await promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        change(sender, -bytes)
        admitWaiting()
      }
    },
  }
}

const serverBusy = () =>
  new AppError('unavailable', 'Too many large requests at the moment; try again in a few seconds', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })

import type { Context, Ports } from './context.ts'

type Gathering = {
  /** Counted from the first item, so that a steady stream of them is worked on too. */
  withinMs: number
  /** What the log says where the work fails. */
  failure: string
}

type Gather = <Item>(ctx: Context, key: string, item: Item, work: (items: Set<Item>) => Promise<unknown>) => void

/**
 * Work that is asked for far more often than anybody wants its outcome: what comes for one key within that time
 * is done together at its end. It is for events alone, because what is pending is lost when the process ends.
 */
export function batchWithin({ withinMs, failure }: Gathering): Gather {
  const gathered = new WeakMap<Ports, Map<string, Set<unknown>>>()
  return (ctx, key, item, work) => {
    const own = gathered.get(ctx.ports) ?? new Map<string, Set<unknown>>()
    gathered.set(ctx.ports, own)
    const waiting = own.get(key)
    if (waiting) {
      waiting.add(item)
      return
    }
    const items = new Set([item])
    own.set(key, items)
    const end = async () => {
      own.delete(key)
      await work(items)
    }
    setTimeout(() => end().catch((err) => ctx.log.warn({ err, key }, failure)), withinMs).unref()
  }
}

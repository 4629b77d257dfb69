import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from './database.ts'

type Waiting<Item> = { item: Item; done: PromiseWithResolvers<void> }
type Line<Item> = { waiting: Waiting<Item>[]; underWay: number }

/** While two are under way, one is read by the database and the next is on its way there. */
const MAX_IN_FLIGHT = 2
const MAX_BATCH_SIZE = 50

/**
 * A write of single things that come many at once: what comes in one turn of the event loop, or while earlier ones are under way,
 * goes together in one statement, and with one commit. A writer is answered when its own rows are committed. Where they cannot be written together, each is tried
 * alone, so that nobody's write fails for another's.
 */
export function defineBatchedWrite<Item>(
  write: (db: Db, items: readonly Item[]) => Promise<unknown>,
): (db: Db, item: Item) => Promise<void> {
  const lines = new WeakMap<Db, Line<Item>>()

  async function writeThese(db: Db, these: Waiting<Item>[]): Promise<void> {
    try {
      await write(
        db,
        these.map(({ item }) => item),
      )
      for (const { done } of these) done.resolve()
    } catch (error) {
      const [only, ...more] = these
      if (more.length === 0) only?.done.reject(error)
      else for (const one of these) await writeThese(db, [one])
    }
  }

  async function goOn(db: Db, line: Line<Item>): Promise<void> {
    line.underWay++
    while (line.waiting.length > 0) {
      // Those who were answered together come back together.
      await nextTurn()
      const these = line.waiting.splice(0, MAX_BATCH_SIZE)
      if (these.length > 0) await writeThese(db, these)
    }
    line.underWay--
  }

  return (db, item) => {
    const line = lines.get(db) ?? { waiting: [], underWay: 0 }
    lines.set(db, line)
    const done = Promise.withResolvers<void>()
    line.waiting.push({ item, done })
    if (line.underWay < MAX_IN_FLIGHT) void goOn(db, line)
    return done.promise
  }
}

import type { Pool, PoolClient } from '#platform/db/pool.ts'
import type { TestApp } from '../app.ts'

/** What a server asks its database, also in transactions, by the name of the statement where it has one. */
export function watchStatements({ ctx }: Pick<TestApp, 'ctx'>) {
  const asked: string[] = []
  const watched = new WeakSet<PoolClient>()
  const holds = new Map<string, { reached: () => void; released: Promise<void> }>()
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const text = textOf(args[0])
      asked.push(text)
      const hold = holds.get(text)
      if (!hold) return query(...args)
      holds.delete(text)
      hold.reached()
      return hold.released.then(() => query(...args))
    }) as typeof client.query
  }
  const { $client: pool } = ctx.db
  if (!isPool(pool)) throw new Error('One connection is watched by nobody')
  pool.on('acquire', watch)
  return {
    /** What was asked while `work` went on, with what others asked meanwhile. */
    async during(work: () => Promise<unknown>): Promise<string[]> {
      const before = asked.length
      await work()
      return asked.slice(before)
    },
    /** Holds back the next statement of this name; for a database with several connections, because it keeps its own. */
    holdNext(name: string) {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      holds.set(name, { reached: reached.resolve, released: released.promise })
      return { reached: reached.promise, release: released.resolve }
    },
  }
}

const isPool = (client: Pool | PoolClient): client is Pool => 'totalCount' in client

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  const { name, text } = Object(asked) as { name?: unknown; text?: unknown }
  // A statement that is planned each time has an empty name.
  return String(name || text)
}

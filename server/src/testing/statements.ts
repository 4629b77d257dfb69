import type { Pool, PoolClient } from '#platform/db/pool.ts'
import type { TestApp } from './app.ts'

/** What a server asks its database, also in transactions, by the name of the statement where it has one. */
export function watchStatements({ ctx }: Pick<TestApp, 'ctx'>) {
  const asked: string[] = []
  const watched = new WeakSet<PoolClient>()
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      asked.push(textOf(args[0]))
      return query(...args)
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
  }
}

const isPool = (client: Pool | PoolClient): client is Pool => 'totalCount' in client

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  const { name, text } = Object(asked) as { name?: unknown; text?: unknown }
  return String(name ?? text)
}

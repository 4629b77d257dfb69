import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database, Db } from './database.ts'

/**
 * Commits what `work` did on the given handle, or rolls it back when `work` throws. A `last` statement travels with the
 * commit, so that it costs no round trip of its own.
 */
export async function inTransaction<T>(
  database: Database,
  work: (db: Db) => Promise<T>,
  last: () => string | null = () => null,
): Promise<T> {
  if (database.inTransaction.getStore()) throw new Error('A transaction was opened past an open one: use the inner ctx')
  const client = await database.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await database.inTransaction.run(true, () => work(drizzle(client)))
    const statement = last()
    await client.query(statement === null ? 'COMMIT' : `${statement}; COMMIT`)
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken)
  }
}

import type { AsyncLocalStorage } from 'node:async_hooks'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from './pool.ts'

/** Drizzle over the pool, or over the one connection of a transaction; both speak the same. */
export type Db = NodePgDatabase & { readonly $client: Pool | PoolClient }

export type Database = {
  readonly db: Db
  readonly pool: Pool
  /** Set while a transaction of this asynchronous call chain is open, to catch a way past it. */
  readonly inTransaction: AsyncLocalStorage<true>
  readonly embedded: boolean
  close(): Promise<void>
}

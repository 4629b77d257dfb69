import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { createPool, type Pool, type PoolClient } from './pool.ts'
import { requireSessions } from './require-sessions.ts'

/**
 * Connections that stay open however long nobody needs them, and how long the others do. A new one has prepared nothing and
 * has the catalogue to read: when a busy process opened a dozen after ten quiet seconds, messages waited for 400 ms.
 */
const KEPT = 4
const KEPT_IDLE_MS = 10 * 60_000
/** After so long without a word the network is asked whether the other side is still there; by itself it is after two hours. */
export const KEEP_ALIVE_MS = 30_000

/** PostgreSQL at `DATABASE_URL`, else PGlite in `DATA_DIR`: behind one pool and one driver, so there is one code path. */
export async function openDatabase(config: Config, starting?: Promise<Embedded> | null): Promise<Database> {
  const embedded = config.DATABASE_URL ? null : await (starting ?? (await startEmbedded(config.DATA_DIR)).opened)
  const pool = embedded
    ? createPool({ ...embedded.connection, max: 1, min: 1 })
    : createPool(
        {
          connectionString: config.DATABASE_URL,
          max: config.DATABASE_POOL,
          min: KEPT,
          idleTimeoutMillis: KEPT_IDLE_MS,
          keepAlive: true,
          keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
          application_name: 'alongside',
        },
        { timeoutMs: config.DATABASE_TIMEOUT * 1000 },
      )
  if (embedded) {
    // Every connection shares PGlite's one session: a new one must not find the named statements of the one before.
    pool.on('connect', (client) => void client.query('DEALLOCATE ALL').catch(() => undefined))
  }
  // A lost idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  if (!embedded) await requireSessions(pool)

  const inTransaction = new AsyncLocalStorage<true>()
  guardAgainstWayPast(pool, inTransaction)
  return {
    db: drizzle(pool),
    pool,
    inTransaction,
    embedded: embedded !== null,
    async close() {
      await pool.end()
      await embedded?.close()
    },
  }
}

/**
 * A statement on the pool while the same call chain holds a transaction would wait for itself for ever on one
 * connection, and read stale rows on many: it is a mistake, and refused at once.
 */
function guardAgainstWayPast(pool: Pool, inTransaction: AsyncLocalStorage<true>): void {
  const refuse = () => {
    if (inTransaction.getStore()) throw new Error('A statement went past its open transaction: use the inner ctx')
  }
  const query = pool.query.bind(pool)
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>
  pool.query = ((...args: Parameters<typeof query>) => {
    refuse()
    return query(...args)
  }) as typeof pool.query
  pool.connect = (async () => {
    refuse()
    return connect()
  }) as typeof pool.connect
}

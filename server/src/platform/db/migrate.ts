import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { beginRequest } from '../thread-share.ts'
import type { Database } from './database.ts'
import { OtherVersion } from './other-version.ts'
import type { PoolClient } from './pool.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Any constant: it only has to be the same for every process that prepares this database. */
const PREPARATION_LOCK = 7_244_019

/** Brings the database up to date; processes that start at once take turns. Refuses a time zone that is not UTC. */
export async function migrateDatabase(database: Database, migrationsFolder = MIGRATIONS): Promise<void> {
  if (!isUtc(new Date().getFullYear())) throw new Error(`The time zone must be UTC, set TZ=UTC; it is ${zoneName()}`)
  await inTurn(database, async (client) => {
    await client.query("SET TIME ZONE 'UTC'")
    await requireOurs(client, migrationsFolder)
    await migrate(drizzle(client), { migrationsFolder })
  })
}

/**
 * Throws where the database was made by a version whose migrations did not begin with ours, which would be applied on top, or
 * was upgraded by a newer one, whose rows this one would not understand.
 */
async function requireOurs(client: PoolClient, migrationsFolder: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder })
  const initial = known[0]
  const { rows } = await client.query<{ table: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as "table"`,
  )
  if (!initial || rows[0]?.table == null) return
  const { rows: applied } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations',
  )
  if (applied.length > 0 && !applied.some(({ hash }) => hash === initial.hash))
    throw new OtherVersion('This database is from an unreleased version and cannot be upgraded; use an empty one')
  const latest = Math.max(...known.map(({ folderMillis }) => folderMillis))
  if (applied.some(({ created_at }) => Number(created_at) > latest))
    throw new OtherVersion(
      'This database was upgraded by a newer version of Alongside; run that one, or restore a backup',
    )
}

/** Asked of every month, because London is on UTC in winter, and Casablanca may be for one month only. */
const isUtc = (year: number): boolean =>
  Array.from({ length: 12 }, (_, month) => new Date(year, month, 15)).every((date) => date.getTimezoneOffset() === 0)

const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** One process after the other prepares the database, each on a connection of its own. */
export async function inTurn(database: Database, prepare: (client: PoolClient) => Promise<void>): Promise<void> {
  // What `prepare` does on other connections is background work, of which two connections leave one to a request.
  const client = await beginRequest(() => database.pool.connect())
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PREPARATION_LOCK])
    try {
      await prepare(client)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [PREPARATION_LOCK])
    }
  } finally {
    client.release()
  }
}

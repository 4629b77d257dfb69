import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { KEEP_ALIVE_MS } from '../db/open-database.ts'
import { SESSION_SETTINGS } from '../db/pool.ts'
import { newId } from '../id.ts'
import type { Logger } from '../log.ts'
import { processId } from '../process-id.ts'

const CHANNEL = 'alongside'
const RECONNECT_MS = 1000
const CONNECT_TIMEOUT_MS = 10_000

const Sent = z.object({ from: z.string(), name: z.string(), payload: z.unknown() })

type Broadcast = {
  /** Tells the other processes on this database. A process that is not connected at that moment misses it. */
  send(name: string, payload: unknown): Promise<void>
  close(): Promise<void>
}

/**
 * Notices between the processes of one database, over LISTEN and NOTIFY on a connection of its own. The same connection
 * holds a lock that says that this process lives: the database lets go of it the moment the process is gone.
 */
export async function openBroadcast(
  database: Database,
  url: string | undefined,
  onBroadcast: (name: string, payload: unknown) => void,
  log: Logger,
): Promise<Broadcast> {
  // The embedded database has one process.
  if (!url || database.embedded) return { send: async () => undefined, close: async () => undefined }
  // Several servers may share a process, as those of tests do.
  const sender = newId()
  let client: pg.Client | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'alongside broadcast',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    })
    next.on('error', (error) => log.warn({ err: error }, 'the connection for broadcasts was lost'))
    next.on('end', reconnect)
    next.on('notification', ({ payload = '' }) => {
      const sent = Sent.safeParse(JSON.parse(payload))
      if (sent.success && sent.data.from !== sender) onBroadcast(sent.data.name, sent.data.payload)
    })
    try {
      await next.connect()
      await next.query(`${SESSION_SETTINGS}; listen ${CHANNEL}`)
      await next.query('select pg_advisory_lock_shared($1::bigint)', [lockOf(processId)])
      client = next
    } catch (error) {
      next.connection.stream.destroy()
      throw error
    }
  }

  function reconnect(): void {
    client = null
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(() => connect().catch(reconnect), RECONNECT_MS)
  }

  await connect()
  return {
    async send(name, payload) {
      const text = JSON.stringify({ from: sender, name, payload })
      await database.pool.query('select pg_notify($1, $2)', [CHANNEL, text])
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

/** The last 63 bits of a process's id. */
const lockOf = (id: string): string =>
  (BigInt(`0x${id.replaceAll('-', '').slice(16)}`) & 0x7fff_ffff_ffff_ffffn).toString()

/** True while the process of that id is connected to this database; only PostgreSQL can say. */
export const isConnected = (id: AnyPgColumn): SQL => sql`exists (
  select 1 from pg_locks where locktype = 'advisory' and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint =
      ('x' || right(replace(${id}::text, '-', ''), 16))::bit(64)::bigint & 9223372036854775807)`

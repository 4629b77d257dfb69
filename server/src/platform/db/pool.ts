import pg from 'pg'
import { type AnswerWatch, createAnswerWatch } from './answer-watch.ts'
import { createConnectionTurns } from './connection-turns.ts'
import { isReadOnly, namedLoss } from './database-lost.ts'

const INT8 = 20
const NUMERIC = 1700

/** Counts and costs fit a double exactly enough; `pg` would hand them over as text. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}

/** PostgreSQL refuses NUL in text; every write strips it here, so that no feature can forget. */
const withoutNul = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value
  return Array.isArray(value) ? value.map(withoutNul) : value
}

const cleaned = (argument: unknown): unknown => {
  if (Array.isArray(argument)) return argument.map(withoutNul)
  if (typeof argument !== 'object' || argument === null || !('values' in argument)) return argument
  return { ...argument, values: Array.isArray(argument.values) ? argument.values.map(withoutNul) : argument.values }
}

/**
 * Compiling a statement takes PostgreSQL up to seconds of a processor, each time that it is executed, where it expects much of
 * tables that have little: a page of the inbox took 1.6 s, of which 0.2 were reading. And it keeps the locks of a process whose
 * machine is gone for two hours, unless it is to ask sooner whether that process is still there.
 */
export const SESSION_SETTINGS =
  'set jit = off; set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient

/** `timeoutMs`: how long a connection may take, and a statement before its connection is doubted; without one both wait for ever. */
export function createPool(connection: pg.PoolConfig, { timeoutMs }: { timeoutMs?: number } = {}): Pool {
  const readOnly = new WeakSet<pg.ClientBase>()
  const watch = timeoutMs === undefined ? null : createAnswerWatch(connection, timeoutMs)
  const pool = new pg.Pool({
    ...connection,
    ...(timeoutMs !== undefined && { connectionTimeoutMillis: timeoutMs }),
    types: { getTypeParser: parserOf },
    // One that began so may be used for reads alone, and would refuse the first write after the database takes writes again.
    onConnect: async (client) => {
      prepareClient(client, { watch, foundReadOnly: () => readOnly.add(client) })
      await client.query(SESSION_SETTINGS)
      const { pid, isReadOnly } = await describeSession(client)
      watch?.setProcess(client, pid)
      if (isReadOnly) readOnly.add(client)
    },
  })
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>
  const turns = createConnectionTurns(pool.options.max)
  pool.connect = (async () => {
    watch?.throwIfSilent()
    const leave = await turns.enter()
    try {
      watch?.throwIfSilent()
      const client = await connect()
      return endOnRelease(client, { leave, isOutdated: () => readOnly.has(client) })
    } catch (error) {
      leave()
      watch?.connectionFailed(error)
      throw namedLoss(error)
    }
  }) as typeof pool.connect
  pool.query = (async (...args: unknown[]) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await (client.query as (...args: unknown[]) => Promise<unknown>)(...args)
    } catch (error) {
      // A text of several statements may have begun a transaction that is now aborted; the next user must not find it.
      await client.query('ROLLBACK').catch((reason: Error) => {
        broken = reason
      })
      throw error
    } finally {
      // A refused statement leaves its connection in order; the pool's own `query` would throw both away.
      client.release(broken)
    }
  }) as typeof pool.query
  const end = pool.end.bind(pool) as () => Promise<void>
  pool.end = (async () => {
    watch?.close()
    await end()
  }) as typeof pool.end
  return pool
}

/** Every statement of a connection is cleaned, watched, and fails by the name of a lost connection where it is one. */
function prepareClient(
  client: pg.ClientBase,
  { watch, foundReadOnly }: { watch: AnswerWatch | null; foundReadOnly: () => void },
): void {
  // A connection that ends while it is in use fails its statement; without a listener it would end the process too.
  client.on('error', () => undefined)
  watch?.add(client)
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  client.query = (async (...args: unknown[]) => {
    const answered = watch?.begin(client)
    try {
      return await query(...args.map(cleaned))
    } catch (error) {
      const named = namedLoss(error)
      if (named instanceof Error && isReadOnly(named)) foundReadOnly()
      throw named
    } finally {
      answered?.()
    }
  }) as typeof client.query
}

async function describeSession(client: pg.ClientBase): Promise<{ pid: number; isReadOnly: boolean }> {
  const { rows } = await client.query<{ pid: number; is_read_only: boolean }>(
    "select pg_backend_pid() as pid, current_setting('transaction_read_only')::boolean as is_read_only",
  )
  const [{ pid, is_read_only: isReadOnly } = { pid: 0, is_read_only: false }] = rows
  return { pid, isReadOnly }
}

/** The pool sets `release` again each time it hands a client out. `isOutdated`: whether it is not to be handed out again. */
function endOnRelease(
  client: PoolClient,
  { leave, isOutdated }: { leave: () => void; isOutdated: () => boolean },
): PoolClient {
  const release = client.release.bind(client)
  client.release = (broken) => {
    release(broken ?? isOutdated())
    leave()
  }
  return client
}

import pg from 'pg'
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
 * tables that have little: a page of the inbox took 1.6 s, of which 0.2 were reading.
 */
const SESSION_SETTINGS = 'set jit = off'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient

export function createPool(connection: pg.PoolConfig): Pool {
  const readOnly = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    ...connection,
    types: { getTypeParser: parserOf },
    // One that began so may be used for reads alone, and would refuse the first write after the database takes writes again.
    onConnect: async (client) => {
      await client.query(SESSION_SETTINGS)
      if (await isReadOnlySession(client)) readOnly.add(client)
    },
  })
  pool.on('connect', (client) => {
    // A connection that ends while it is in use fails its statement; without a listener it would end the process too.
    client.on('error', () => undefined)
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    client.query = ((...args: unknown[]) =>
      query(...args.map(cleaned)).catch((error: unknown) => {
        const named = namedLoss(error)
        if (named instanceof Error && isReadOnly(named)) readOnly.add(client)
        throw named
      })) as typeof client.query
  })
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>
  const turns = createConnectionTurns(pool.options.max)
  pool.connect = (async () => {
    const leave = await turns.enter()
    try {
      const client = await connect()
      return endOnRelease(client, { leave, isOutdated: () => readOnly.has(client) })
    } catch (error) {
      leave()
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
  return pool
}

async function isReadOnlySession(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  return rows[0]?.transaction_read_only === 'on'
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

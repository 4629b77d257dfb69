import { ConfigError } from '../config.ts'
import { newId } from '../id.ts'
import { beginRequest } from '../thread-share.ts'
import { DatabaseLost } from './database-lost.ts'
import type { Pool, PoolClient } from './pool.ts'

const CHANNEL = 'alongside_sessions'
const DEADLINE_MS = 5000

/**
 * Throws where a connection is not a session of its own, as behind PgBouncer in transaction mode. Notifications, locks and prepared
 * statements belong to a session: without one the server starts, then loses messages, and its locks stay with connections that others use.
 */
export async function requireSessions(pool: Pool): Promise<void> {
  const id = newId()
  const listener = await firstConnection(pool)
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<true>()
  const receive = ({ payload }: { payload?: string | undefined }) => payload === id && arrive(true)
  listener.on('notification', receive)
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, false)
  })
  try {
    await listener.query(`listen ${CHANNEL}`)
    await pool.query('select pg_notify($1, $2)', [CHANNEL, id])
    if (!(await Promise.race([arrival, deadline]))) throw new ConfigError(REFUSAL)
    await listener.query(`unlisten ${CHANNEL}`)
  } finally {
    clearTimeout(timer)
    listener.off('notification', receive)
    listener.release()
  }
}

async function firstConnection(pool: Pool): Promise<PoolClient> {
  try {
    // Of two connections background work has one, which is for the notification.
    return await beginRequest(() => pool.connect())
  } catch (error) {
    throw new ConfigError(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

/** What the driver says, below the sentence that a lost connection has. */
function reasonOf(error: unknown): string {
  const cause = error instanceof DatabaseLost ? error.cause : error
  // Where a name has several addresses, each of which failed.
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}

const REFUSAL =
  'DATABASE_URL leads to a pooler that hands out connections by transaction. Use its session mode, or the address of the database itself.'

import { ConfigError } from '../config.ts'
import { newId } from '../id.ts'
import type { Pool } from './pool.ts'

const CHANNEL = 'alongside_sessions'
const DEADLINE_MS = 5000

/**
 * Throws where a connection is not a session of its own, as behind PgBouncer in transaction mode. Notifications, locks and prepared
 * statements belong to a session: without one the server starts, then loses messages, and its locks stay with connections that others use.
 */
export async function requireSessions(pool: Pool): Promise<void> {
  const id = newId()
  const listener = await pool.connect()
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<true>()
  const hear = ({ payload }: { payload?: string | undefined }) => payload === id && arrive(true)
  listener.on('notification', hear)
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
    listener.off('notification', hear)
    listener.release()
  }
}

const REFUSAL =
  'DATABASE_URL leads to a pooler that hands out connections by transaction. Use its session mode, or the address of the database itself.'

import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Context } from '../context.ts'
import { untilAborted } from '../until-aborted.ts'

/**
 * Reads for as long as anybody waits for the result: once the signal aborts, the caller continues at once, and PostgreSQL is
 * told to stop the statement that is running. PGlite cannot stop one, so callers ask it for a bounded page at a time.
 */
export async function readWithin<C extends Context, T>(
  ctx: C,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  read: (ctx: C) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const { DATABASE_URL } = ctx.ports.config
  const work = DATABASE_URL ? readCancellable(ctx, DATABASE_URL, { signal, timeoutMs }, read) : read(ctx)
  // A cancelled statement fails with the database's error; the caller gets the reason.
  return untilAborted(
    work.catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    }),
    signal,
  )
}

function readCancellable<C extends Context, T>(
  ctx: C,
  url: string,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  read: (ctx: C) => Promise<T>,
): Promise<T> {
  return ctx.transaction(async (ctx) => {
    signal.throwIfAborted()
    // The database's own timeout holds even when this process dies.
    const { rows } = await ctx.db.execute<{ pid: number }>(
      sql`select pg_backend_pid() as pid, set_config('statement_timeout', ${String(Math.ceil(timeoutMs))}, true)`,
    )
    signal.throwIfAborted()
    let cancelling: Promise<void> | undefined
    const cancel = () => {
      cancelling = cancelStatement(url, rows[0]?.pid).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'a statement that nobody waits for could not be cancelled')
      })
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await read(ctx)
    } finally {
      signal.removeEventListener('abort', cancel)
      // The connection is kept until then, so that the cancellation cannot hit the statement of its next user.
      await cancelling
    }
  })
}

/** Over a connection of its own: the pool may be used up by the very statements that are to be cancelled. */
async function cancelStatement(url: string, pid: number | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [pid])
  } finally {
    await client.end()
  }
}

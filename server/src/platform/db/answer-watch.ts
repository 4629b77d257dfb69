import pg from 'pg'
import { DatabaseLost } from './database-lost.ts'

const MAX_PROBE_MS = 5000
const RECHECK_INTERVAL_MS = 1000

/** A statement that was sent and is not answered yet. */
type Statement = { sentAt: number }
/** `pid` is null until the database has reported which of its processes serves this connection. */
type Watched = { client: pg.Client; pid: number | null; unanswered: Set<Statement> }

/** Sessions that have something to do. One that has been idle for `$2` ms never got the statement whose answer is awaited. */
const AT_WORK = `select pid from pg_stat_activity
  where pid = any($1::int[]) and not (coalesce(state, '') like 'idle%' and state_change < now() - $2 * interval '1 ms')`

/**
 * Ends connections whose answers cannot come any more. A network that loses a server or forgets a connection reports nothing, and
 * TCP gives up after a quarter of an hour. So the database is asked, over a connection of its own, about statements that have
 * waited for `timeoutMs`: what it still works on may take longer. While it does not answer either, nobody else waits for it.
 */
export function createAnswerWatch(connection: pg.ClientConfig, timeoutMs: number) {
  const watched = new Map<pg.ClientBase, Watched>()
  const probeMs = Math.min(timeoutMs, MAX_PROBE_MS)
  let isSilent = false
  let isClosed = false
  let checking: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(check, isSilent ? RECHECK_INTERVAL_MS : timeoutMs / 2).unref()
  }

  function check(): void {
    checking ??= endUnanswered().finally(() => {
      checking = null
      schedule()
    })
  }

  async function endUnanswered(): Promise<void> {
    const overdue = findOverdue()
    if (overdue.length === 0 && !isSilent) return
    await probe(overdue)
  }

  function findOverdue() {
    const before = performance.now() - timeoutMs
    return [...watched.values()].flatMap((each) => {
      const [oldest] = each.unanswered
      return oldest && oldest.sentAt < before ? [{ ...each, oldest }] : []
    })
  }

  async function probe(overdue: ReturnType<typeof findOverdue>): Promise<void> {
    const atWork = await findAtWork(overdue.flatMap(({ pid }) => pid ?? []))
    isSilent = atWork === 'silent'
    if (atWork === 'unknown') return
    for (const { client, pid, unanswered, oldest } of overdue) {
      const isAtWork = atWork !== 'silent' && pid !== null && atWork.has(pid)
      if (unanswered.has(oldest) && !isAtWork) client.connection.stream.destroy()
    }
  }

  async function findAtWork(pids: number[]): Promise<Set<number> | 'silent' | 'unknown'> {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
    client.on('error', () => undefined)
    let isConnected = false
    try {
      await client.connect()
      isConnected = true
      const { rows } = await client.query<{ pid: number }>(AT_WORK, [pids, timeoutMs / 2])
      return new Set(rows.map(({ pid }) => pid))
    } catch (error) {
      // A refusal, as of one connection too many, is an answer, and so is a connection: a pooler may have no more for its statement.
      return isConnected || error instanceof pg.DatabaseError ? 'unknown' : 'silent'
    } finally {
      client.connection.stream.destroy()
    }
  }

  schedule()
  return {
    throwIfSilent(): void {
      if (isSilent) throw new DatabaseLost(new Error('The database does not answer'))
    },
    /** Asks whether the database answers when no connection came about in time. */
    connectionFailed(error: unknown): void {
      if (!(error instanceof Error && /timeout/.test(error.message)) || checking || isClosed) return
      checking = probe([]).finally(() => {
        checking = null
        schedule()
      })
    },
    add(client: pg.ClientBase): void {
      if (!(client instanceof pg.Client)) return
      watched.set(client, { client, pid: null, unanswered: new Set() })
      client.once('end', () => watched.delete(client))
    },
    setProcess(client: pg.ClientBase, pid: number): void {
      const entry = watched.get(client)
      if (entry) entry.pid = pid
    },
    /** To be called for each statement; the result is called when it has been answered. */
    begin(client: pg.ClientBase): () => void {
      const unanswered = watched.get(client)?.unanswered
      const statement = { sentAt: performance.now() }
      unanswered?.add(statement)
      return () => unanswered?.delete(statement)
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

export type AnswerWatch = ReturnType<typeof createAnswerWatch>

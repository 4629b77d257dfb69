import pg from 'pg'
import type { Measured } from './load.ts'
import { processorMs } from './process-figures.ts'

/**
 * Measures a load with the processor time that each answer cost: of the server's process, and of the connections to its
 * database. Unlike answers a second it hardly depends on what else the machine does. Needs a database on this machine.
 */
export async function withCost(
  { pid, database_url }: { pid: number; database_url: string },
  measure: () => Promise<Measured>,
): Promise<Measured> {
  const before = { server: processorMs(pid), database: await connectionsMs(database_url) }
  const measured = await measure()
  const after = { server: processorMs(pid), database: await connectionsMs(database_url) }
  let database = 0
  // A connection that was opened meanwhile counts from its start.
  for (const [connection, ms] of after.database) database += ms - (before.database.get(connection) ?? 0)
  return {
    ...measured,
    server_ms: (after.server - before.server) / measured.count,
    database_ms: database / measured.count,
  }
}

async function connectionsMs(connectionString: string): Promise<Map<number, number>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return new Map(rows.flatMap(({ pid }) => timeOf(pid)))
}

function timeOf(pid: number): [number, number][] {
  try {
    return [[pid, processorMs(pid)]]
  } catch {
    // It ended since it was listed.
    return []
  }
}

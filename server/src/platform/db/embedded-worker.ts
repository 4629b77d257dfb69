import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** The pool holds one; a second place lets its successor in before the first has left. */
const MAX_CONNECTIONS = 4

const { directory, host } = workerData as { directory: string; host: string }
const overUnixSocket = host.startsWith('/')

const db = await PGlite.create(directory, { extensions: { vector, pg_trgm, btree_gin } })
const server = new PGLiteSocketServer(
  overUnixSocket
    ? { db, path: join(host, '.s.PGSQL.5432'), maxConnections: MAX_CONNECTIONS }
    : { db, host, port: 0, maxConnections: MAX_CONNECTIONS },
)
let port = 5432
server.addEventListener('listening', (event) => {
  const { detail } = event as CustomEvent<{ port?: number }>
  port = detail?.port ?? port
})
await server.start()
parentPort?.postMessage(port)

parentPort?.once('message', async () => {
  await server.stop()
  await db.close()
  if (overUnixSocket) rmSync(host, { recursive: true, force: true })
  process.exit(0)
})

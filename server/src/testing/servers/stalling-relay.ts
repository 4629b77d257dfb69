import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** With it PostgreSQL says that a session is ready for a statement. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1')

/**
 * Passes connections on to a server, and falls silent on demand: bytes are neither passed on nor refused, as on a network
 * that has lost the server or forgotten a connection.
 */
export async function startStallingRelay(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const silent = new Set<Socket>()
  let isSilent = false
  let holdsStatements = false
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      if (isSilent) silent.add(from)
      from.on('data', (bytes) => silent.has(from) || to.write(bytes))
      if (from === upstream && holdsStatements)
        from.on('data', (bytes) => bytes.subarray(-READY.length).equals(READY) && silent.add(client))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        // A silent connection does not end when its other side does.
        if (!silent.delete(from)) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A loopback server has a port.')
  return {
    port: address.port,
    /** Every connection falls silent, and so do new ones unless `existing` is all that is asked for. */
    stall(which: 'all' | 'existing'): void {
      for (const socket of sockets) silent.add(socket)
      isSilent = which === 'all'
    },
    /** New connections are made and wait with their first statement, as at a pooler that has no more for them. */
    holdStatements(): void {
      holdsStatements = true
    },
    /** New connections are passed on again; what fell silent stays so. */
    resume(): void {
      isSilent = false
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

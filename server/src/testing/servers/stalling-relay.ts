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
  const silent = new WeakSet<Socket>()
  let isSilent = false
  let holdsStatements = false
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.on('close', () => sockets.delete(client))
    // Nobody is reached, and the database has no connection of it.
    if (isSilent) return
    const upstream = connect(target.port, target.host)
    sockets.add(upstream)
    upstream.on('error', () => undefined)
    client.on('data', (bytes) => silent.has(client) || upstream.write(bytes))
    client.on('close', () => upstream.destroy())
    upstream.on('data', (bytes) => silent.has(upstream) || client.write(bytes))
    if (holdsStatements)
      upstream.on('data', (bytes) => bytes.subarray(-READY.length).equals(READY) && silent.add(client))
    upstream.on('close', () => {
      sockets.delete(upstream)
      if (!silent.has(upstream)) client.destroy()
    })
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

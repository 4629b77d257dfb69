import { once } from 'node:events'
import type { Server } from 'node:http'

/** Listens on a free port of 127.0.0.1; answers with the origin. */
export async function listenOnLoopback(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A loopback server has a port.')
  return `http://127.0.0.1:${address.port}`
}

/** Without waiting for idle clients. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

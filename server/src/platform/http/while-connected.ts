import type { FastifyRequest } from 'fastify'

/**
 * Does work that nobody needs once the client has hung up. A request's own signal does not tell of that any more after the
 * body has been read, so this listens to the connection.
 */
export async function whileConnected<T>(
  { raw: { socket } }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController()
  const leave = () => left.abort()
  if (socket.destroyed) leave()
  socket.once('close', leave)
  try {
    return await work(left.signal)
  } finally {
    socket.off('close', leave)
  }
}

import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { RedisClientType } from 'redis'
import { Server, type Socket } from 'socket.io'
import type { Room } from '../audience.ts'
import type { Push } from '../bus/bus.ts'
import type { Logger } from '../log.ts'

/** Whom a token belongs to, and the rooms that person may hear; null when the token is not valid. */
export type Admit = (token: string) => Promise<{ who: string; rooms: Room[] } | null>

export type Sockets = {
  push: Push
  /** Ends the connections of these rooms on every node; the clients come back and are admitted anew. */
  readmit(rooms: Room[]): void
  close(): Promise<void>
}

/**
 * Realtime at `/realtime`. A client that comes back is admitted anew and told to read again (`ready`): replaying what it
 * missed would replay it under rights that it may have lost meanwhile.
 */
export function serveSockets(
  http: HttpServer,
  { admit, redis, scope, log }: { admit: Admit; redis: RedisClientType | null; scope: string; log: Logger },
): Sockets {
  const io = new Server(http, {
    path: '/realtime',
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    ...(redis && { adapter: createAdapter(redis, { streamName: `alongside:${scope}` }) }),
  })

  io.use(async (socket, next) => {
    const token: unknown = socket.handshake.auth.token
    const admitted = typeof token === 'string' && token.length < 4096 ? await admit(token).catch(report(log)) : null
    if (!admitted) return next(new Error('unauthorized'))
    await socket.join([`user:${admitted.who}`, ...admitted.rooms])
    next()
  })
  io.on('connection', (socket: Socket) => socket.emit('ready', {}))

  return {
    push(rooms, name, payload) {
      // Without a client here and without other nodes nobody could hear it.
      if (redis || io.engine.clientsCount > 0) io.to(rooms).emit(name, payload)
    },
    readmit(rooms) {
      // No room at all would mean everybody.
      if (rooms.length > 0) io.in(rooms).disconnectSockets(true)
    },
    close: () => io.close(),
  }
}

const report = (log: Logger) => (error: unknown) => {
  log.error({ err: error }, 'a socket could not be admitted')
  return null
}

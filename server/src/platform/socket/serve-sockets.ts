import type { Server as HttpServer } from 'node:http'
import type { RedisClientType } from 'redis'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import type { Room } from '../audience.ts'
import type { Push } from '../bus/bus.ts'
import type { Logger } from '../log.ts'
import { adapterClient } from './adapter-client.ts'
import { betweenNodes } from './between-nodes.ts'

export type Admission = {
  /** Whose token it is and when it ends; null when it is not valid. */
  identify(token: string): Promise<{ holder_id: string; expiresAt: Date } | null>
  /** The rooms that the token's holder may join; null when the token is no longer valid. */
  roomsOf(token: string): Promise<Room[] | null>
}

type Options = {
  admission: Admission
  now: () => Date
  redis: RedisClientType | null
  scope: string
  log: Logger
  /** Receives what the server of another node broadcasts. */
  onBroadcast: (name: string, payload: unknown) => void
}

/** As long as a timer can be. */
const MAX_TIMER_MS = 2 ** 31 - 1

export type Sockets = {
  push: Push
  /** Ends the connections of these holders on every node; the clients come back and are admitted again. */
  readmit(holder_ids: string[]): void
  /** Tells the servers of the other nodes, after all that was pushed before; false where there are none. */
  notifyNodes(name: string, payload: unknown): boolean
  close(): Promise<void>
}

/**
 * Realtime at `/realtime`. A client that comes back is admitted again and told to read again (`ready`): replaying what it
 * missed would replay it under rights that it may have lost meanwhile.
 */
export async function serveSockets(
  http: HttpServer,
  { admission, now, redis, scope, log, onBroadcast }: Options,
): Promise<Sockets> {
  const adapter = redis && (await import('@socket.io/redis-streams-adapter')).createAdapter
  const nodes = betweenNodes(onBroadcast)
  const io = new Server(http, {
    path: '/realtime',
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    ...(adapter && {
      adapter: nodes.adapter(
        adapter(await adapterClient(redis, log), {
          streamName: `alongside:${scope}`,
          channelPrefix: `alongside:${scope}`,
        }),
      ),
    }),
  })

  io.use(async (socket, next) => {
    const token: unknown = socket.handshake.auth.token
    const isToken = typeof token === 'string' && token.length < 4096
    const holder = isToken ? await admission.identify(token).catch(report(log)) : null
    if (!holder) return next(new Error('unauthorized'))
    socket.data = { token, ...holder }
    next()
  })
  io.on('connection', async (socket: Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Holder>) => {
    const { token, holder_id, expiresAt } = socket.data
    // First where a revocation finds it, then its rights: one that comes meanwhile ends it, an earlier one is read.
    await socket.join(connectionsOf(holder_id))
    const rooms = await admission.roomsOf(token).catch(report(log))
    if (!rooms || !socket.connected) return socket.disconnect(true)
    await socket.join(rooms)
    endWhenExpired(socket, expiresAt, now)
    return socket.emit('ready', {})
  })

  const notifyNodes = redis && nodes.open(io)

  return {
    push(rooms, name, payload) {
      // Without a client here and without other nodes nobody could receive it.
      if (redis || io.engine.clientsCount > 0) io.to(rooms).emit(name, payload)
    },
    readmit(holder_ids) {
      // No room at all would mean everyone.
      if (holder_ids.length > 0) io.in(holder_ids.map(connectionsOf)).disconnectSockets(true)
    },
    notifyNodes(name, payload) {
      notifyNodes?.(name, payload)
      return notifyNodes !== null
    },
    close: () => io.close(),
  }
}

type Holder = { token: string; holder_id: string; expiresAt: Date }

/** No `Room`, so that nothing can be pushed to someone whatever they may see now; it only finds their connections. */
const connectionsOf = (holder_id: string): string => `connections:${holder_id}`

function endWhenExpired(socket: Socket, expiresAt: Date, now: () => Date): void {
  const leftMs = expiresAt.getTime() - now().getTime()
  if (leftMs <= 0) return void socket.disconnect(true)
  const timer = setTimeout(() => endWhenExpired(socket, expiresAt, now), Math.min(leftMs, MAX_TIMER_MS))
  socket.once('disconnect', () => clearTimeout(timer))
}

const report = (log: Logger) => (error: unknown) => {
  log.error({ err: error }, 'a socket could not be admitted')
  return null
}

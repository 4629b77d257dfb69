import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Context } from '../context.ts'
import { paceReading } from './pace-reading.ts'
import { unfinishedMessages } from './unfinished-messages.ts'
import type { Connection, Receiver, WebSocketEndpoint } from './web-socket.ts'

const PING_INTERVAL_MS = 15_000
/** A client that reads nothing must not fill the memory of this process. */
const MAX_PENDING_BYTES = 8 * 1024 * 1024
const CLOSE_TIMEOUT_MS = 5000

/** Serves WebSocket endpoints on the server's own port; resolves `close` when all of them have saved what they had. */
export function serveWebSockets(http: HttpServer, ctx: Context, endpoints: readonly WebSocketEndpoint[]) {
  const servers = new Map(endpoints.map((endpoint) => [endpoint.path, { endpoint, server: serverOf(endpoint) }]))
  const receivers = new Set<Receiver>()
  const unfinished = unfinishedMessages()

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const url = URL.parse(request.url ?? '', 'http://localhost')
    const served = url && servers.get(url.pathname.replace(/\/$/, ''))
    if (!url || !served) return
    served.server.handleUpgrade(request, socket, head, (client) => {
      unfinished.open(client)
      socket.on('data', ({ length }: Buffer) => unfinished.add(client, length))
      paceReading(client, socket)
      const connection = connectionOf(client)
      const receiver = served.endpoint.open(ctx, { url, address: request.socket.remoteAddress ?? '' }, connection)
      receivers.add(receiver)
      client.on('message', (data, isBinary) => {
        const bytes = bytesOf(data)
        unfinished.release(client, isBinary ? receiver.onBinary(bytes) : receiver.onText(bytes))
      })
      client.on('close', () => {
        unfinished.forget(client)
        receivers.delete(receiver)
      })
      endWhenSilent(client)
    })
  }
  http.on('upgrade', onUpgrade)

  return {
    async close(): Promise<void> {
      http.off('upgrade', onUpgrade)
      await Promise.all([...receivers].map((receiver) => receiver.onStop()))
      for (const { server } of servers.values()) {
        for (const client of server.clients) client.terminate()
        server.close()
      }
    },
  }
}

const serverOf = ({ maxMessageBytes }: WebSocketEndpoint) =>
  new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })

function connectionOf(client: WebSocket): Connection {
  const closed = new AbortController()
  let closeCode = 0
  client.on('close', (code) => {
    closeCode = code
    closed.abort()
  })
  // A message that is too large or no WebSocket frame at all: the library closes the connection by itself.
  client.on('error', () => undefined)
  const send = (data: string | Buffer): void => {
    if (client.readyState !== client.OPEN) return
    if (client.bufferedAmount > MAX_PENDING_BYTES) client.terminate()
    else client.send(data)
  }
  return {
    sendText: send,
    sendBinary: send,
    pendingBytes: () => client.bufferedAmount,
    close(code, reason) {
      client.close(code, reason)
      // Also where the other side never answers.
      setTimeout(() => client.terminate(), CLOSE_TIMEOUT_MS).unref()
    },
    closed: closed.signal,
    closeCode: () => closeCode,
  }
}

/** A connection that does not answer pings is lost. */
function endWhenSilent(client: WebSocket): void {
  let isAlive = true
  client.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) return client.terminate()
    isAlive = false
    client.ping()
  }, PING_INTERVAL_MS)
  client.on('close', () => clearInterval(timer))
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { emptyRecord, type Queues, type RealtimeRecord, type RealtimeScript } from './script.ts'

type Vendor<Script> = {
  /** Behind the address of the server. */
  base_path: string
  /** The HTTP status with which a connection is refused, or null. */
  refusal(url: URL, request: IncomingMessage): string | null
  serve(socket: WebSocket, record: RealtimeRecord, queues: Queues<Script>, request: IncomingMessage): void
}

/** A real WebSocket server in the place of a vendor's. */
export async function startRealtimeDouble<Script = RealtimeScript>({ base_path, refusal, serve }: Vendor<Script>) {
  const record = emptyRecord()
  const queues: Queues<Script> = { scripts: [], transcripts: [] }
  const server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ noServer: true })
  let connections = 0
  server.on('upgrade', (request, socket, head) => {
    const refused = refusal(new URL(`http://localhost${request.url ?? '/'}`), request)
    if (refused !== null) {
      socket.end(`HTTP/1.1 ${refused}\r\nconnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      connections += 1
      serve(accepted, record, queues, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    base_url: `http://127.0.0.1:${port}${base_path}`,
    ...record,
    record,
    get connections() {
      return connections
    },
    countOpen: () => sockets.clients.size,
    /** What the model answers, one after the other. */
    answer: (...scripts: Script[]) => void queues.scripts.push(...scripts),
    /** What it understands of the caller. */
    understand: (...transcripts: string[]) => void queues.transcripts.push(...transcripts),
    dropAll(): void {
      for (const client of sockets.clients) client.terminate()
    },
    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A strict stand-in for OpenAI's Realtime API: a real WebSocket server that refuses what the real one refuses. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Queues, RealtimeRecord, RealtimeScript } from './script.ts'
import { serveRealtime } from './serve-realtime.ts'

export async function startOpenAIRealtimeDouble(key: string) {
  const record: RealtimeRecord = {
    sessions: [],
    conversations: [],
    read_aloud: [],
    truncations: [],
    cancelled: 0,
    refusals: [],
    heard_ms: [],
  }
  const queues: Queues = { scripts: [], transcripts: [] }
  const server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ noServer: true })
  let connections = 0
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const isOurs = url.pathname === '/v1/realtime' && url.searchParams.get('model')
    const hasKey = request.headers.authorization === `Bearer ${key}`
    if (!isOurs || !hasKey) {
      socket.end(`HTTP/1.1 ${isOurs ? '401 Unauthorized' : '404 Not Found'}\r\nconnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      connections += 1
      serveRealtime(accepted, record, queues)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    ...record,
    record,
    get connections() {
      return connections
    },
    countOpen: () => sockets.clients.size,
    /** What the model answers, one after the other. */
    answer: (...scripts: RealtimeScript[]) => void queues.scripts.push(...scripts),
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

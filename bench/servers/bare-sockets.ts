import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { reportMemory } from './report-memory.ts'

/** The floor of what is connected: Socket.IO with one room for each client, and nothing else. */
const http = createServer()
const io = new Server(http, { path: '/realtime', serveClient: false })
io.on('connection', async (socket) => {
  await socket.join(`room ${socket.handshake.auth.token}`)
  socket.emit('ready', {})
})
reportMemory()
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))

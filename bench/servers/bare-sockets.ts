import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

/** The floor of what visitors and operators are connected with: a Socket.IO server that passes on what it is told. */
const http = createServer()
const io = new Server(http, { serveClient: false })
io.on('connection', (socket) => {
  const { room } = socket.handshake.auth
  if (typeof room === 'string') socket.join(room)
  socket.on('say', (content: string) => io.to('operators').emit('said', { content }))
  socket.emit('ready', {})
})
process.on('SIGTERM', () => process.exit(0))
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })}\n`)
})

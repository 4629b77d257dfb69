import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Takes whatever is posted and says how much that was, and when the first and the last came. */
let count = 0
let first = 0
let last = 0

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, milliseconds: last - first }))
    count = 0
    return
  }
  request.resume().on('end', () => {
    last = performance.now()
    if (count === 0) first = last
    count += 1
    response.writeHead(204).end()
  })
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))

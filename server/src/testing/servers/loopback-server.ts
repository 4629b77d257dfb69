import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A real HTTP server on 127.0.0.1 that lives as long as the test that started it. */
export async function serve(listener: RequestListener): Promise<{ port: number; url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A loopback server has a port.')
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, server }
}

/** Answers with what it was sent. */
export const echo: RequestListener = async (request, response) => {
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, headers, body: await text(request) }))
}

import { createServer, request as send } from 'node:http'
import { connect } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { listenOnLoopback } from './listen-on-loopback.ts'

/**
 * Passes each request to the next of these servers, with further headers; what it was sent otherwise is as it was. Sockets
 * that stay open all lead to one of them, at first to the one at `socketsTo`, or are refused, as by a proxy without a setting for them.
 */
export async function startBalancer(
  addresses: string[],
  headers: Record<string, string> = {},
  { socketsTo = 0 }: { socketsTo?: number | 'none' } = {},
) {
  const taken = new Map(addresses.map((address) => [address, 0]))
  let next = 0
  const server = createServer((incoming, response) => {
    const address = addresses[next++ % addresses.length] ?? ''
    taken.set(address, (taken.get(address) ?? 0) + 1)
    const { hostname, port } = new URL(address)
    const { method, url: path } = incoming
    const outgoing = send({ hostname, port, method, path, headers: { ...incoming.headers, ...headers } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => undefined)
    })
    pipeline(incoming, outgoing, (error) => error && response.destroy())
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
  })
  let holder = socketsTo === 'none' ? 0 : socketsTo
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (incoming, socket, head) => {
    if (socketsTo === 'none') return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
    const { hostname, port } = new URL(addresses[holder % addresses.length] ?? '')
    const upstream = connect(Number(port), hostname)
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (const [name, value] of Object.entries({ ...incoming.headers, ...headers })) lines.push(`${name}: ${value}`)
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upgraded.add(socket)
    pipeline(socket, upstream, socket, () => upgraded.delete(socket))
  })
  return {
    /** How many sockets are open. */
    open: () => upgraded.size,
    /** Cuts the sockets that are open, in the middle of whatever they carry; those that come back are led to the next server. */
    cut(): void {
      holder++
      for (const socket of upgraded) socket.destroy()
    },
    url: await listenOnLoopback(server),
    /** How many requests each of them was passed. */
    taken: () => [...taken.values()],
    async [Symbol.asyncDispose]() {
      for (const socket of upgraded) socket.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

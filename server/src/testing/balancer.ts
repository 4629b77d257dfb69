import { createServer, request as send } from 'node:http'
import { pipeline } from 'node:stream'
import { listenOnLoopback } from './listen-on-loopback.ts'

/** Passes each request to the next of these servers, with further headers; what it was sent otherwise is as it was. */
export async function startBalancer(addresses: string[], headers: Record<string, string> = {}) {
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
  return {
    url: await listenOnLoopback(server),
    /** How many requests each of them was passed. */
    taken: () => [...taken.values()],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

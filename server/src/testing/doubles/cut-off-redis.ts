import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The same Redis at an address of its own, from which it can be cut off as by a network: connections stay, and nothing passes. */
export async function redisToCutOff(url: string) {
  const { hostname, port } = new URL(url)
  const pairs: [Socket, Socket][] = []
  const proxy = createServer((client) => {
    const redis = connect(Number(port || 6379), hostname)
    client.pipe(redis).pipe(client)
    client.on('error', () => redis.destroy())
    redis.on('error', () => client.destroy())
    pairs.push([client, redis])
  })
  const close = () => {
    for (const socket of pairs.flat()) socket.destroy()
    proxy.close()
  }
  onTestFinished(close)
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String((proxy.address() as AddressInfo).port) })
      .href,
    cutOff(): void {
      for (const [client, redis] of pairs) client.unpipe(redis).pause()
    },
    /** Refuses connections from now on. */
    close,
  }
}

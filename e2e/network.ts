import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** `slow`: each connection has its own delay, so that what is sent later on another may come first. `cut`: no web socket lasts. */
const NETWORKS = ['slow', 'cut'] as const
type Network = (typeof NETWORKS)[number]

/** What journeys can be made to go through, to see what the pages make of it. */
export const network: Network | undefined = NETWORKS.find((one) => one === process.env.JOURNEYS_NETWORK)

/** One way, in turn for each connection. */
const DELAYS_MS = [20, 150, 400, 60, 250] as const
const CUT_AFTER_MS = { least: 1200, most: 3700 }

/** A way from `port` to the port of a server here. */
export async function openNetwork(how: Network, to: number, port: number): Promise<AsyncDisposable> {
  const connections = new Set<Socket>()
  let made = 0
  const server = createServer(async (client) => {
    const delayMs = how === 'slow' ? (DELAYS_MS[made++ % DELAYS_MS.length] ?? 0) : 0
    const target = connect(to, '127.0.0.1')
    for (const end of [client, target]) {
      connections.add(end)
      end.once('close', () => connections.delete(end))
    }
    if (how === 'cut') client.once('data', (head) => isUpgrade(head) && cutLater(client))
    // Either end may go at any moment: then the other one goes too.
    await Promise.allSettled([pipeline(client, delayed(delayMs), target), pipeline(target, delayed(delayMs), client)])
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      for (const end of connections) end.destroy()
    },
  }
}

const delayed = (ms: number) =>
  new Transform({
    transform(chunk, _encoding, done) {
      setTimeout(() => this.push(chunk), ms)
      done()
    },
    flush: (done) => void setTimeout(done, ms),
  })

const isUpgrade = (head: Buffer): boolean => /^upgrade: websocket\r$/im.test(head.toString('latin1'))

async function cutLater(client: Socket): Promise<void> {
  const { least, most } = CUT_AFTER_MS
  await sleep(least + Math.random() * (most - least), undefined, { ref: false })
  client.destroy()
}

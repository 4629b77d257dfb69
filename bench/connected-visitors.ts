// What each of 5,000 visitors costs who have the widget open and say nothing, against a bare Socket.IO server with as many
// clients (goal: 30 kB more each), and how long a message takes to reach one of them meanwhile.
// npm run bench -- connected-visitors 5000
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import { type Child, startChild } from './lib/children.ts'
import { inTurns } from './lib/in-turns.ts'
import { connect, pageVisitors } from './lib/page-visitors.ts'
import { openStage } from './lib/stage.ts'

const count = Number(process.argv[2] ?? 5000)
const CONCURRENCY = 16
const WARM = 200
const Begun = z.object({ data: z.object({ ws_token: z.string() }) })

type Auth = { token: string }
type Reading = { kB: number; seconds: number }

/** What a client keeps live. Resident memory says nothing here: a process that has worked hosts many in what it let go. */
async function measure(server: Child<{ url: string }>, auths: Auth[]): Promise<Reading> {
  const open = (list: Auth[]) => inTurns(list, CONCURRENCY, (auth) => connect(server.ready.url, auth))
  await end(await open(auths.slice(0, WARM)))
  const before = await server.memory()
  const begun = performance.now()
  const sockets = await open(auths)
  const seconds = (performance.now() - begun) / 1000
  const after = await server.memory()
  await end(sockets)
  return { kB: (after.live - before.live) / 1024 / auths.length, seconds }
}

async function end(sockets: Socket[]): Promise<void> {
  for (const socket of sockets) socket.disconnect()
  await new Promise((done) => setTimeout(done, 1000))
}

const nodeOptions = '--expose-gc'
await using stage = await openStage({ nodeOptions })
const visitors = await pageVisitors(stage.alongside.ready)
const auths = await inTurns([...Array(count).keys()], CONCURRENCY, async (n) => {
  const { data } = await visitors.begin(n, Begun)
  return { token: data.ws_token }
})

const bare = await startChild<{ url: string }>('bench/servers/bare-sockets.ts', { NODE_OPTIONS: nodeOptions })
const floor = await measure(bare, auths)
await bare.stop()
const own = await measure(stage.alongside, auths)

const line = ({ kB, seconds }: Reading) => `${kB.toFixed(1)} kB each, all connected in ${seconds.toFixed(1)} s`
console.log(`${count} visitors connected\n  floor      ${line(floor)}\n  alongside  ${line(own)}`)
console.log(`  ratio ${(own.kB / floor.kB).toFixed(2)}, ${(own.kB - floor.kB).toFixed(1)} kB more (goal 30)\n`)

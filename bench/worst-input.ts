// The worst of every kind of input, sent to a real server one at a time, and how long `/health` has to wait meanwhile.
// Goal: no input, no matter who sends it, delays `/health` by more than 100 ms. Part of a case's name as an argument picks it.
// Then the largest bodies beside another caller (`lib/large-bodies.ts`).
import { connect } from 'node:net'
import { measureLargeBodies } from './lib/large-bodies.ts'
import { quantiles } from './lib/load.ts'
import { openStage } from './lib/stage.ts'
import { type WorstCase, worstCases } from './lib/worst-cases.ts'
import { worstFiles } from './lib/worst-files.ts'
import { worstInbox } from './lib/worst-inbox.ts'

const GOAL_MS = 100
const picked = process.argv[2] ?? ''
/** Its rows have a server of their own, and are the last. */
const LARGE_BODIES = '299 MB bodies'
await using stage = await openStage()
const { url } = stage.alongside.ready

/** The times of `/health`, one request after the other, until the work has ended. */
async function healthDuring(work: Promise<unknown>): Promise<number[]> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const times: number[] = []
  while (!isDone || times.length < 20) {
    const start = performance.now()
    await (await fetch(`${url}/health`)).arrayBuffer()
    times.push(performance.now() - start)
  }
  await ended
  return times
}

/** Writes a request by hand, so that any header and any body can be sent; answers with the status line. */
function send({ method, path, headers = {}, body }: ReturnType<WorstCase['request']>): Promise<string> {
  const pieces = body()
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.once('data', (bytes) => {
      if (process.env.SHOW_ANSWERS) console.log(String(bytes).split('\r\n\r\n')[1])
      resolve(String(bytes).split('\r\n', 1)[0] ?? '')
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve('cut off'))
    const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    const more = () => {
      for (let next = pieces.next(); !next.done; next = pieces.next()) {
        if (!socket.write(next.value)) return socket.once('drain', more)
      }
      return undefined
    }
    more()
  })
}

await healthDuring(new Promise((done) => setTimeout(done, 1000)))
const idle = await healthDuring(new Promise((done) => setTimeout(done, 2000)))
// One request in a hundred meets the server's own housekeeping.
const floor = quantiles(idle).p99
console.log(`idle: p50 ${quantiles(idle).p50.toFixed(1)} ms, p99 ${floor.toFixed(1)} ms\n`)

const { ready } = stage.alongside
const works = [
  ...worstCases(ready).map(({ name, request }) => ({ name, work: () => send(request()) })),
  ...(await worstInbox(ready, stage.database_url)),
  ...(await worstFiles(ready)),
]
let missed = 0
for (const { name, work } of works) {
  if (!name.includes(picked)) continue
  const sent = work()
  const worst = Math.max(...(await healthDuring(sent)))
  const isMet = worst - floor <= GOAL_MS
  if (!isMet) missed++
  const figures = `${worst.toFixed(0).padStart(5)} ms  ${(worst / floor).toFixed(1).padStart(6)} × idle`
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${figures}  ${(await sent).padEnd(34)} ${name}`)
}
console.log(
  missed === 0
    ? '\nno input delays /health by more than 100 ms'
    : `\n${missed} inputs delay /health by more than ${GOAL_MS} ms`,
)
const missedBodies = LARGE_BODIES.includes(picked) ? await measureLargeBodies() : 0
process.exitCode = missed + missedBodies === 0 ? 0 : 1

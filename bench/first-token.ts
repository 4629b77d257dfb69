// From a request to the first token of its answer: over internal chat and the socket, against a bare Fastify route that
// streams `streamText`. Goal: at most 10 ms above it.
import { io } from 'socket.io-client'
import { request } from 'undici'
import { median, quantiles } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const rounds = Number(process.argv[2] ?? 200)
await using stage = await openStage()
const { url, organization_id, employee_id, cookie, ws_token } = stage.alongside.ready
const headers = { 'content-type': 'application/json', cookie }
const message = 'write 50 words'

const socket = io(url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
await new Promise((ready) => socket.on('ready', ready))

async function ours(): Promise<number> {
  const begun = performance.now()
  const first = new Promise<number>((resolve) => socket.once('message_delta', () => resolve(performance.now() - begun)))
  const done = new Promise((resolve) => socket.once('message_done', resolve))
  const path = `${url}/api/organizations/${organization_id}/employees/${employee_id}/messages`
  const body = JSON.stringify({ message, create_new_conversation: true })
  await (await request(path, { method: 'POST', headers, body })).body.dump()
  await done
  return first
}

async function bare(): Promise<number> {
  const begun = performance.now()
  const answer = await request(`${stage.bare.ready.url}/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  })
  let first = 0
  for await (const _ of answer.body) first ||= performance.now() - begun
  return first
}

const times: { own: number[]; bare: number[] } = { own: [], bare: [] }
for (let round = 0; round < rounds + 50; round++) {
  const [own, floor] = [await ours(), await bare()]
  if (round < 50) continue
  times.own.push(own)
  times.bare.push(floor)
}
socket.disconnect()
const line = (list: number[]) => `p50 ${median(list).toFixed(1)} ms  p99 ${quantiles(list).p99.toFixed(1)} ms`
console.log(`first token, one at a time\n  floor      ${line(times.bare)}\n  alongside  ${line(times.own)}`)
console.log(`  ${(median(times.own) - median(times.bare)).toFixed(1)} ms above the floor (goal 10)`)

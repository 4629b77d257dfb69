// 200 answers streaming at once to 200 socket clients, against a bare `streamText` consumer of as many answers. Goals: at
// least half its tokens a second; p99 from model token to client at most 250 ms at half that load; memory per answer.
import { io, type Socket } from 'socket.io-client'
import { request } from 'undici'
import { quantiles } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const answers = Number(process.argv[2] ?? 200)
const tokens = 300
const stamps = 'bench/servers/stamps.ts'

const full = await measure(0)
console.log(`streaming fan-out, ${answers} answers of ${tokens} tokens at once`)
console.log(`  floor      ${full.floor.toFixed(0)} tokens/s (bare consumer, no clients)`)
console.log(`  alongside  ${full.rate.toFixed(0)} tokens/s to ${answers} clients`)
console.log(`  ratio ${(full.rate / full.floor).toFixed(2)}`)
console.log(`  memory per streaming answer ${(full.memory_per_answer / 1024).toFixed(0)} kB\n`)

const every = Math.max(1, Math.round((1000 * answers) / (full.rate / 2)))
const half = await measure(every)
console.log(`at half that load (a token every ${every} ms an answer: ${half.rate.toFixed(0)} tokens/s)`)
console.log(`  model token to client: p50 ${half.p50.toFixed(0)} ms, p99 ${half.p99.toFixed(0)} ms`)

async function measure(every: number) {
  const modelArgs = ['--tokens', String(tokens), '--every', String(every)]
  await using stage = await openStage({ people: answers, model: stamps, modelArgs, nodeOptions: '--expose-gc' })
  const { url, organization_id, employee_id, people } = stage.alongside.ready
  const path = `${url}/api/organizations/${organization_id}/employees/${employee_id}/messages`
  const post = (address: string, body: object, headers: Record<string, string> = {}) =>
    request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      headersTimeout: 0,
      bodyTimeout: 0,
    })

  const lags: number[] = []
  let received = 0
  const sockets = await Promise.all(people.map((person) => connect(url, person.ws_token)))
  const done = sockets.map((socket) => new Promise<void>((end) => socket.on('message_done', () => end())))
  const listen = (payload: { delta: string }) => {
    const now = Date.now()
    for (const stamp of payload.delta.trim().split(' ')) {
      received += 1
      if (/^\d{13}$/.test(stamp)) lags.push(now - Number(stamp))
    }
  }
  for (const socket of sockets) socket.on('message_delta', listen)

  const before = await stage.alongside.memory()
  const begun = performance.now()
  const sent = people.map(({ cookie }) =>
    post(path, { message: 'Hello' }, { cookie }).then(async ({ statusCode, body }) => {
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`)
    }),
  )
  await Promise.all(sent)
  const during = await stage.alongside.memory()
  await Promise.all(done)
  const seconds = (performance.now() - begun) / 1000
  for (const socket of sockets) socket.disconnect()

  const floor =
    every === 0
      ? await post(`${stage.bare.ready.url}/consume`, { answers }).then(async ({ body }) => {
          const answer = (await body.json()) as { tokens: number; seconds: number }
          return answer.tokens / answer.seconds
        })
      : Number.NaN
  return {
    rate: (answers * tokens) / seconds,
    floor,
    received,
    memory_per_answer: (during.resident - before.resident) / answers,
    ...quantiles(lags),
  }
}

function connect(url: string, token: string): Promise<Socket> {
  return new Promise((ready) => {
    const socket = io(url, { path: '/realtime', auth: { token }, transports: ['websocket'] })
    socket.on('ready', () => ready(socket))
  })
}

// A saved message through a flow with no model step, against a bare Fastify route with a three-statement transaction.
// Goal: at least 0.5 times its answers a second, p99 at most 4 times its p99.
import { compare } from './lib/compare.ts'
import { load } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const seconds = Number(process.argv[2] ?? 5)
await using stage = await openStage()
const { url, key, employee_id } = stage.alongside.ready
const headers = { authorization: `Bearer ${key}` }

let phase = 0

const ours = (clients: number) => () => {
  phase += 1
  return measure(clients)
}
const measure = (clients: number) =>
  load(
    url,
    (client, round) => ({
      path: `/bench/${employee_id}/flow`,
      headers,
      // A customer says about ten things before another one comes.
      body: { message: 'Hello', conversation: `chat-${client}-${phase}-${Math.floor(round / 10)}` },
    }),
    { clients, seconds },
  )
const floor = (clients: number) => () =>
  load(stage.bare.ready.url, () => ({ path: '/transaction', body: { message: 'Hello' } }), { clients, seconds })

for (const clients of [16, 64])
  await compare(`flow without a model, ${clients} clients`, 3, ours(clients), floor(clients))

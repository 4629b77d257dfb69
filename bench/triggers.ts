// What starts workflows: a program's call through three steps without a model, against a bare Fastify route with a
// transaction of three statements; events of a debounced trigger; and gateways that wait.
// Goals: at least 0.5 times its answers a second, p99 at most 3 times its p99; 2,000 events a second; at most 10 kB a
// gateway, and one statement a second for all of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { compare } from './lib/compare.ts'
import { load } from './lib/load.ts'
import { withCost } from './lib/processor-cost.ts'
import { openStage } from './lib/stage.ts'

const seconds = Number(process.argv[2] ?? 5)
const GATEWAYS = 1000

await using stage = await openStage({ nodeOptions: '--expose-gc' })
const { url, key, organization_id, cookie } = stage.alongside.ready
const base = `/api/organizations/${organization_id}`
const headers = { 'api-key': key }

const post = async (path: string, body: object): Promise<{ id: string; url: string }> => {
  const sent = { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${url}${path}`, sent)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string; url: string }
}

const { id } = await post(`${base}/workflows`, {
  name: 'Three steps',
  starting_step_id: 'set',
  flow: {
    steps: {
      set: { type: 'set_state', name: 'Set', values: { text: '{{input.message}}' }, next: 'judge' },
      judge: {
        type: 'condition',
        name: 'Judge',
        cases: [{ rules: [{ left: '{{state.text}}', operator: 'equals', right: 'Hello' }], next: 'answer' }],
      },
      answer: { type: 'message', name: 'Answer', text: 'You said {{state.text}}' },
    },
  },
})

for (const clients of [16, 64]) {
  const { database_url, alongside, bare } = stage
  const ours = () =>
    load(url, () => ({ path: `/api/private/trigger/${id}`, headers, body: { message: 'Hello' } }), { clients, seconds })
  const floor = () =>
    load(bare.ready.url, () => ({ path: '/transaction', body: { message: 'Hello' } }), { clients, seconds })
  await compare(
    `a workflow of three steps by the private trigger, ${clients} clients`,
    3,
    () => withCost({ pid: alongside.pid, database_url }, ours),
    () => withCost({ pid: bare.pid, database_url }, floor),
  )
}

const trigger = await post(`${base}/workflows/${id}/triggers`, { type: 'public', debounce_seconds: 3600 })
const { pathname } = new URL(trigger.url)
const events = await load(url, () => ({ path: pathname, body: { order: 1, items: ['a', 'b'] } }), {
  clients: 64,
  seconds,
})
console.log(
  `events of a debounced trigger: ${events.per_second.toFixed(0)} a second, p99 ${events.p99.toFixed(1)} ms (goal 2,000)`,
)

const STATEMENTS_FOR_MS = 30_000
/** What the whole server asks its database, nobody else being there. */
async function statementsPerSecond(): Promise<number> {
  await stage.recordQueries(async () => undefined)
  return (await stage.recordQueries(() => sleep(STATEMENTS_FOR_MS))).length / (STATEMENTS_FOR_MS / 1000)
}
await sleep(5000)
const idle = await statementsPerSecond()

const agent = new Agent({ connections: GATEWAYS, pipelining: 1 })
const park = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    request(`${url}/api/private/stargate?system=system-${n % 10}`, {
      dispatcher: agent,
      headers,
      headersTimeout: 90_000,
    }),
  )
// Whatever is made once by the first polls is not counted.
const first = park(50)
await sleep(2000)
const before = await stage.alongside.memory()
const polls = park(GATEWAYS - 50)
await sleep(5000)
const after = await stage.alongside.memory()
const waiting = await statementsPerSecond()
console.log(
  `${GATEWAYS} gateways wait: ${((after.resident - before.resident) / (GATEWAYS - 50) / 1024).toFixed(1)} kB each (goal 10), ` +
    `${(waiting - idle).toFixed(2)} statements a second for them all (goal 1; the whole server ${waiting.toFixed(2)}, ` +
    `${idle.toFixed(2)} without them)`,
)
for (const poll of [...first, ...polls]) poll.catch(() => undefined)
await agent.destroy()

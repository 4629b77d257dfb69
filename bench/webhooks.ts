// Webhooks: what one worker delivers of messages that were written at once, against a loop of fetch in one process that
// posts the same body over as many connections; and what a message costs more where nobody has a webhook.
// Goal: 500 deliveries a second.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Agent, fetch as send } from 'undici'
import { startChild } from './lib/children.ts'
import { median } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const MESSAGES = Number(process.argv[2] ?? 5000)
const ROUNDS = 3
const CONNECTIONS = 24

await using stage = await openStage()
const { url, key, organization_id, employee_id, cookie } = stage.alongside.ready
const receiver = await startChild<{ url: string }>('bench/servers/receiver.ts', {})
const pool = new pg.Pool({ connectionString: stage.database_url, max: 1 })

type Counted = { count: number; milliseconds: number }
const counted = async (): Promise<Counted> => (await (await fetch(receiver.ready.url)).json()) as Counted

/** Waits until the receiver has got so many, and answers with how many a second that was. */
async function received(wanted: number): Promise<number> {
  let total = 0
  let milliseconds = 0
  let begun = performance.now()
  for (;;) {
    const now = await counted()
    // Nobody was asked over HTTP, so the server finds them by its sweep.
    if (total === 0) begun = performance.now()
    total += now.count
    milliseconds = performance.now() - begun
    if (total >= wanted) return (total / milliseconds) * 1000
    if (milliseconds > 60_000) throw new Error(`Only ${total} of ${wanted} were delivered`)
    await sleep(20)
  }
}

const asked = await fetch(`${url}/api/private/employee/${employee_id}/messages`, {
  method: 'POST',
  headers: { 'api-key': key, 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Hello', channel: 'api', conversation: { id: 'one' }, contact: { id: 'one' } }),
})
if (!asked.ok) throw new Error(await asked.text())

/** Written in one statement, as fast as the database takes them. */
async function write(count: number): Promise<number> {
  const begun = performance.now()
  await pool.query(
    `insert into messages (id, organization_id, conversation_id, channel, role, content, status)
     select gen_random_uuid(), organization_id, id, 'api', 'contact', 'Is the blue lamp in stock?', 'completed'
     from conversations, generate_series(1, $2) where organization_id = $1`,
    [organization_id, count],
  )
  return performance.now() - begun
}

async function costOf(triggers: 'enable' | 'disable'): Promise<number> {
  await pool.query(`alter table messages ${triggers} trigger webhook_events_of_messages`)
  return ((await write(4 * MESSAGES)) * 1000) / (4 * MESSAGES)
}

const costs: { without: number; more: number }[] = []
for (let round = 0; round < 9; round++) {
  const without = await costOf('disable')
  costs.push({ without, more: (await costOf('enable')) - without })
}
const [more, without] = [median(costs.map((cost) => cost.more)), median(costs.map((cost) => cost.without))]
console.log(`a message where nobody has a webhook: ${more.toFixed(1)} µs more than ${without.toFixed(1)}`)

const created = await fetch(`${url}/api/organizations/${organization_id}/webhooks`, {
  method: 'POST',
  headers: { cookie, 'content-type': 'application/json' },
  body: JSON.stringify({ url: receiver.ready.url, event_types: ['message.created'] }),
})
if (!created.ok) throw new Error(await created.text())

const { rows } = await pool.query('select row_to_json(m) as body from messages m limit 1')
const body = JSON.stringify({ type: 'message.created', timestamp: new Date().toISOString(), data: rows[0]?.body })

async function floor(): Promise<number> {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  const begun = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (sent++ < MESSAGES) {
        const headers = { 'content-type': 'application/json' }
        await (await send(receiver.ready.url, { method: 'POST', headers, body, dispatcher: agent })).text()
      }
    }),
  )
  const took = performance.now() - begun
  await agent.close()
  await counted()
  return (MESSAGES / took) * 1000
}

async function ours(): Promise<number> {
  await write(MESSAGES)
  return received(MESSAGES)
}

await floor()
await ours()
const bare: number[] = []
const own: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  bare.push(await floor())
  own.push(await ours())
}
const ratio = median(own.map((each, round) => each / (bare[round] ?? Number.NaN)))
console.log(
  `deliveries from one worker: ${median(own).toFixed(0)} a second (goal 500), a bare loop of fetch ${median(bare).toFixed(0)}, ratio ${ratio.toFixed(2)}`,
)
await pool.end()
await receiver.stop()

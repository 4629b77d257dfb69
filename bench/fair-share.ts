// What one organization's costly work costs the others: the chat of a second organization and `/health`, idle and beside the
// worst workflows of the first, eight runs at once whose callers have hung up, and
// beside its worst searches, documents and answers. And what a step writes beside a large state.
// Floods of a public trigger from very many addresses, within the rates that are set by default.
// Goals: p99 of the chat at most 2 times its idle p99, `/health` p99 at most 50 ms over its idle p99; 2,000 steps beside a
// state of 1 MB write at most 3 times what they write beside none. Part of a name as an argument picks attacks.
// The machine is shared, so each is also compared with a floor that has nothing of Alongside in it: for a flood the same
// requests to a bare server, for runs a thread that only uses a core.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { occupyCore } from './lib/busy-thread.ts'
import { floodElsewhere } from './lib/flood-trigger.ts'
import { measureOthers, type OthersTimes, reportOthers } from './lib/others.ts'
import { openStage } from './lib/stage.ts'
import { type WorstAsked, worstDocuments } from './lib/worst-documents.ts'

const picked = process.argv[2] ?? ''
const seconds = Number(process.argv[3] ?? 12)
const RUNS = 8
const WRITTEN_GOAL = 3

await using stage = await openStage({ nodeOptions: process.env.SERVER_NODE_OPTIONS ?? '', hasPublicRates: true })
const { url, key, organization_id, cookie } = stage.alongside.ready
const json = { 'content-type': 'application/json' }

async function post<T>(path: string, headers: Record<string, string>, body: unknown): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

type Steps = Record<string, { type: string; [field: string]: unknown }>

async function createWorkflow(steps: Steps, timeout_seconds = seconds): Promise<string> {
  const named = Object.entries(steps).map(([id, step]) => [id, { name: id, ...step }])
  const flow = { steps: Object.fromEntries(named), timeout_seconds }
  const body = { name: 'Attack', flow, starting_step_id: Object.keys(steps)[0] }
  return (await post<{ id: string }>(`/api/organizations/${organization_id}/workflows`, { cookie }, body)).id
}

const repeat = (step: { type: string; [field: string]: unknown }): Steps => ({
  first: { ...step, next: 'again' },
  again: { type: 'condition', cases: [{ rules: [{ left: '{{input.no}}', operator: 'is_true' }] }], next: 'first' },
})

/** Each item goes round its own steps, so that the loop outlasts the measurement. */
const forEach = (items: string, steps: Steps): Steps => ({
  loop: { type: 'for_each', items, concurrency: 1, start: Object.keys(steps)[0] },
  ...steps,
})

const large = Array.from({ length: 110_000 }, (_, n) => (n * 7919).toString(36).padStart(8, 'x')).join(' ')

type Attack = { name: string; steps: Steps; input: Record<string, unknown> }

const attacks: Attack[] = [
  {
    name: 'set_state in a circle over 990 kB',
    steps: forEach('{{input.items}}', repeat({ type: 'set_state', values: { x: '{{input.text}}' } })),
    input: { text: large.slice(0, 980_000), items: Array.from({ length: 100 }, () => 0) },
  },
  {
    name: 'for_each over 100,000 items',
    steps: forEach('{{input.items}}', { set: { type: 'set_state', values: { x: '{{input.item}}' } } }),
    // As a text, because a body may not have so many values.
    input: { items: `[${Array.from({ length: 100_000 }, () => 1).join()}]` },
  },
  {
    name: 'run_code in a circle',
    steps: forEach('{{input.items}}', repeat({ type: 'run_code', code: 'return 1' })),
    input: { items: Array.from({ length: 100 }, () => 0) },
  },
]

type FloodOf = { name: string; body: string; debounce_seconds: number | null; isPrivate?: boolean }

const floods: FloodOf[] = [
  { name: 'flood of a public trigger', body: '{"a":1}', debounce_seconds: null },
  {
    name: 'flood of a public trigger with 49,000 values',
    body: JSON.stringify(Array.from({ length: 49_000 }, (_, n) => n)),
    debounce_seconds: null,
  },
  { name: 'flood of a debounced trigger', body: '{"a":1}', debounce_seconds: 3600 },
  { name: 'flood of a private trigger', body: '{"a":1}', debounce_seconds: null, isPrivate: true },
]

/** The address of a trigger whose workflow does nothing. */
async function createTrigger({ debounce_seconds, isPrivate }: FloodOf): Promise<string> {
  const id = await createWorkflow({ end: { type: 'end', result: 1 } })
  if (isPrivate) return `${url}/api/private/trigger/${id}`
  const at = `/api/organizations/${organization_id}/workflows/${id}/triggers`
  const trigger = await post<{ url: string }>(at, { cookie }, { type: 'public', debounce_seconds })
  return `${url}${new URL(trigger.url).pathname}`
}

/** Starts the runs and hangs up. */
async function attack({ steps, input }: Attack): Promise<void> {
  const id = await createWorkflow(steps)
  const body = JSON.stringify(input)
  const hangUp = new AbortController()
  for (let run = 0; run < RUNS; run++) {
    const sent = { method: 'POST', headers: { ...json, 'api-key': key }, body, signal: hangUp.signal }
    fetch(`${url}/api/private/trigger/${id}`, sent)
      .then(async (answer) => console.log(`an attack ended early: ${answer.status} ${await answer.text()}`))
      .catch(() => undefined)
  }
  await sleep(1500)
  hangUp.abort()
}

/** Asks again and again, several at once, and says how it was answered. */
async function askUntil(ask: () => Promise<string>, until: number): Promise<string> {
  const answers = new Map<string, number>()
  const again = async () => {
    while (Date.now() < until) {
      const answer = await ask()
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: RUNS }, again))
  return [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')
}

const measure = (forMs: number) => measureOthers(stage.alongside.ready, forMs)
const MEASURED_MS = (seconds - 3) * 1000

/** All that was measured while nothing happened: the p99 of one measurement alone varies by a factor of two. */
const idle: OthersTimes = { chat: [], health: [] }
async function measureIdle(): Promise<void> {
  const { chat, health } = await measure(MEASURED_MS)
  idle.chat.push(...chat)
  idle.health.push(...health)
}
type Compared = { name: string; times: { floor: OthersTimes; busy: OthersTimes } }
const compared: Compared[] = []

async function compareWithIdle(each: Attack | (typeof floods)[number]): Promise<void> {
  await measureIdle()
  const until = () => Date.now() + seconds * 1000
  const isFlood = 'body' in each
  const bare = isFlood
    ? floodElsewhere({ url: `${stage.bare.ready.url}/sink`, body: each.body, until: until() })
    : occupyCore(seconds * 1000)
  const floor = await measure(MEASURED_MS)
  await bare
  const trigger = isFlood && (await createTrigger(each))
  const flooding = trigger
    ? floodElsewhere({ url: trigger, body: each.body, headers: { 'api-key': key }, until: until() })
    : null
  if (!isFlood) await attack(each)
  const busy = await measure(MEASURED_MS)
  if (flooding) console.log(`the flood was answered ${await flooding}`)
  compared.push({ name: isFlood ? each.name : `${each.name}, ${RUNS} runs`, times: { floor, busy } })
  // The runs end by the limit of their flow.
  await sleep(5000)
}

async function compareAsked({ name, prepare }: WorstAsked): Promise<void> {
  const ask = await prepare()
  await measureIdle()
  const occupied = occupyCore(seconds * 1000)
  const floor = await measure(MEASURED_MS)
  await occupied
  const asking = askUntil(ask, Date.now() + seconds * 1000)
  const busy = await measure(MEASURED_MS)
  console.log(`${name}, ${RUNS} at once: ${await asking}`)
  compared.push({ name, times: { floor, busy } })
}

type Written = { payload_bytes: number; wal_bytes: number }

/**
 * What a run of 2,000 steps writes, after which its circle is broken: to its log, and all that the database server writes to its
 * own log meanwhile, which has to serve nothing else.
 */
async function writtenBeside(text: string): Promise<Written> {
  const id = await createWorkflow(
    {
      large: { type: 'set_state', values: { large: '{{input.text}}' }, next: 'first' },
      ...repeat({ type: 'set_state', values: { n: 1 } }),
    },
    600,
  )
  const database = new pg.Client({ connectionString: stage.database_url })
  await database.connect()
  const one = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await database.query<Row>(text, values)
    if (!rows[0]) throw new Error(`${text} found nothing`)
    return rows[0]
  }
  // The first change of a page after a checkpoint writes the whole page.
  await database.query('checkpoint')
  const { at } = await one<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
  const sent = { method: 'POST', headers: { ...json, 'api-key': key }, body: JSON.stringify({ text }) }
  const { runId } = (await (await fetch(`${url}/api/private/trigger/${id}`, sent)).json()) as { runId: string }
  const wal = 'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::int as wal_bytes'
  const { wal_bytes } = await one<{ wal_bytes: number }>(wal, [at])
  const { payload_bytes } = await one<{ payload_bytes: number }>(
    'select sum(length(data))::int as payload_bytes from run_payloads where run_id = $1 and seq > 1',
    [runId],
  )
  await database.end()
  return { payload_bytes, wal_bytes }
}

const met: boolean[] = []
if (picked === '' || 'written'.includes(picked)) {
  const beside = await writtenBeside(large)
  const empty = await writtenBeside('')
  const ratios = [
    ['to their logs', beside.payload_bytes, empty.payload_bytes],
    ['to the disk, with the state itself', beside.wal_bytes, empty.wal_bytes],
  ] as const
  for (const [where, besideBytes, emptyBytes] of ratios) {
    met.push(besideBytes / emptyBytes <= WRITTEN_GOAL)
    console.log(
      `2,000 steps write ${(besideBytes / 1024).toFixed(0)} kB ${where} beside a state of 1 MB, ` +
        `${(emptyBytes / 1024).toFixed(0)} kB beside none: ×${(besideBytes / emptyBytes).toFixed(2)} (goal ${WRITTEN_GOAL})`,
    )
  }
}
await measureOthers(stage.alongside.ready, 8000)
for (const each of [...attacks, ...floods]) if (each.name.includes(picked)) await compareWithIdle(each)
for (const each of worstDocuments(stage.alongside.ready)) if (each.name.includes(picked)) await compareAsked(each)
for (const { name, times } of compared) met.push(reportOthers(name, { idle, ...times }))
process.exitCode = met.every(Boolean) ? 0 : 1

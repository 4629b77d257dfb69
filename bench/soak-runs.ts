// Runs of every step type, on two processes with PostgreSQL or one with PGlite, which are killed at random moments, or
// frozen for longer than a lease lasts, and started again. Promised: every run ends with its right result, nothing with
// effects is done twice unseen, nothing is left over, usage is what the log has.
// npm run bench -- soak-runs --kills 150 --on postgresql|pglite --seed 1 [--minutes 30]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { deleteOldTasks } from '#features/stargate/delete-old-tasks.ts'
import { freshDatabase } from './lib/database.ts'
import { randomFrom } from './lib/random.ts'
import { scratchDirectory } from './lib/scratch.ts'
import { burstWorkflow, calledWorkflow, everyStep } from './soak/flows.ts'
import { openOutside } from './soak/outside.ts'
import { answerQuestions, ask, runGateway } from './soak/people.ts'
import { openDatabase, seed as seedDatabase } from './soak/seed.ts'
import { openServers } from './soak/servers.ts'
import { type Happened, judge } from './soak/verify.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '150' },
    on: { type: 'string', default: 'postgresql' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    live: { type: 'string', default: '8' },
    minutes: { type: 'string', default: '600' },
  },
})
const kills = Number(values.kills)
/** On a busy machine there are as many kills as there is time for. */
const MAX_KILLING_MS = Number(values.minutes) * 60_000
const isEmbedded = values.on === 'pglite'
/** How many runs continue at once, and for how long the last ones may take to end once nothing is killed any more. */
const live = Number(values.live)
const MAX_END_MS = 180_000
const FREEZE_MS = 4000

const random = randomFrom(Number(values.seed))
await using database = isEmbedded ? null : await freshDatabase()
await using outside = await openOutside()
const env = {
  DATA_DIR: scratchDirectory(),
  DATABASE_URL: database?.url ?? '',
  ENCRYPTION_KEY: '0'.repeat(64),
  SESSION_SECRET: '0'.repeat(64),
  GENERATE_TITLES: 'false',
  LOG_LEVEL: 'info',
  RUN_LEASE: '2',
  STARGATE_WINDOW_SECONDS: '5',
}
const seeded = await seedDatabase(env, outside.vendor.base_url)
const servers = openServers(env, isEmbedded ? 1 : 2, random)
process.once('exit', () => void servers.endAll('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await servers.startAll()

const headers = { cookie: seeded.cookie }
const workflows = `/api/organizations/${seeded.organization_id}/workflows`
async function create(path: string, body: object): Promise<{ id: string }> {
  const made = await ask(servers, headers, path, body)
  if (made?.status !== 200) throw new Error(`${path} answered ${JSON.stringify(made)}`)
  const { problems = [] } = made.body as { problems?: unknown[] }
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return made.body as { id: string }
}
const called = await create(workflows, calledWorkflow(outside.url))
const every = await create(workflows, everyStep(outside.url, seeded, called.id))
const burst = await create(workflows, burstWorkflow())
await create(`${workflows}/${burst.id}/triggers`, { type: 'public', debounce_seconds: 1 })

const happened: Happened = {
  organization_id: seeded.organization_id,
  workflow_id: every.id,
  burst_workflow_id: burst.id,
  calls: outside.calls,
  accepted: new Map(),
  stopped: new Set(),
  taken: new Map(),
  kept: new Set(),
  sent: 0,
}
const open = new Set<string>()
const handed: string[] = []
let started = 0
let done = 0
let isKilling = true

/** Starts runs, answers what they ask, stops one in twenty, and sees them end. */
async function people(): Promise<void> {
  const begun = Date.now()
  let lastAt = begun
  while (isKilling || (open.size > 0 && Date.now() - lastAt < MAX_END_MS)) {
    if (isKilling) lastAt = Date.now()
    while (isKilling && open.size < live) {
      const name = `run-${++started}`
      const sent = await ask(servers, headers, `${workflows}/${every.id}/run`, { input: { name } })
      if (sent?.status !== 200) {
        await sleep(50)
        continue
      }
      const { run_id } = sent.body as { run_id: string }
      happened.accepted.set(run_id, name)
      open.add(run_id)
    }
    if (!isKilling || random.below(20) === 0) await findOthers()
    await Promise.all([...open].map(look))
    await sleep(150)
  }
}

/** A server that is killed before it has answered leaves a run that nobody knows of: its questions are answered too. */
async function findOthers(): Promise<void> {
  const query = `workflow_id=${every.id}&statuses=queued,running,suspended&exclude=flow,state&limit=100`
  const listed = await ask(servers, headers, `${workflows}/runs/?${query}`)
  if (listed?.status !== 200) return
  for (const { run_id } of (listed.body as { data: { run_id: string }[] }).data) open.add(run_id)
}

async function look(run_id: string): Promise<void> {
  const shown = await ask(servers, headers, `${workflows}/runs/${run_id}`)
  if (shown?.status !== 200) return
  const { status } = shown.body as { status: string }
  if (['completed', 'failed', 'cancelled'].includes(status)) open.delete(run_id)
  else if (random.below(200) === 0) {
    happened.stopped.add(run_id)
    await ask(servers, headers, `${workflows}/runs/${run_id}/cancel`, {})
  } else if (status === 'suspended') await answerQuestions(servers, seeded, run_id, happened.taken, random)
}

async function senders(): Promise<void> {
  const at = `/api/public/trigger/${seeded.public_key}/${burst.id}`
  while (isKilling) {
    const n = ++happened.sent
    if ((await ask(servers, {}, at, { n }))?.status === 200) happened.kept.add(n)
    await sleep(random.below(10) === 0 ? 1500 : random.between(5, 100))
  }
}

async function killer(): Promise<void> {
  const until = Date.now() + MAX_KILLING_MS
  while (done < kills && Date.now() < until) {
    await sleep(random.between(100, 2500))
    const index = random.below(isEmbedded ? 1 : 2)
    if (random.below(10) === 0) {
      servers.signal(index, 'SIGSTOP')
      await sleep(FREEZE_MS)
      servers.signal(index, 'SIGCONT')
    } else if (!isEmbedded && random.below(8) === 0) {
      await servers.endAll('SIGKILL')
      await servers.startAll()
    } else {
      await servers.end(index, 'SIGKILL')
      await servers.start(index)
    }
    done++
    if (done % 10 === 0)
      console.log(`${done} of ${kills} kills, ${happened.accepted.size} runs accepted, ${open.size} open`)
  }
  isKilling = false
}

console.log(`seed ${values.seed}: ${kills} kills on ${isEmbedded ? 'PGlite' : 'PostgreSQL, two processes'}`)
const begun = performance.now()
const closed = new AbortController()
const gateways = ['named', null, null].map((name) => runGateway(servers, seeded, name, handed, closed.signal))
const working = Promise.all([people(), senders()])
await killer()
await working
// A burst is due after its silence, and money of a lost process goes back with the sweep of every few seconds.
await sleep(20_000)
closed.abort()
await servers.endAll('SIGTERM')
await Promise.all(gateways)

const { ctx, close } = await openDatabase(env)
// The hourly sweep closes the tasks of runs that were stopped.
await deleteOldTasks(ctx)
const { faults, ends } = await judge(ctx, happened)
await close()
console.log(
  `${done} kills in ${((performance.now() - begun) / 1000).toFixed(0)} s; runs: ${JSON.stringify(ends)}; ` +
    `${outside.calls.length} calls outside; ${handed.length} tasks handed out, ${new Set(handed).size} of them once; ` +
    `${happened.kept.size} of ${happened.sent} events kept`,
)
for (const complaint of servers.complaints.slice(0, 20)) console.log(`logged: ${complaint}`)
for (const fault of faults) console.log(`FAULT: ${fault}`)
console.log(faults.length === 0 ? 'nothing is wrong' : `${faults.length} faults with seed ${values.seed}`)
process.exitCode = faults.length === 0 ? 0 : 1

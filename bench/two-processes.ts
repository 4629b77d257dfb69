// Two servers on one PostgreSQL: how long until a stop that reaches the other process ends the answer (goal: 300 ms), and
// until the answer of a killed process continues in the other (goal: 10 s).
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { nodeFlags } from '../tools/node-flags.ts'
import { freshDatabase } from './lib/database.ts'
import { median } from './lib/load.ts'
import { scratchDirectory } from './lib/scratch.ts'

const rounds = Number(process.argv[2] ?? 5)
await using database = await freshDatabase()
const data = scratchDirectory()
const watcher = new pg.Client({ connectionString: database.url })

async function start(port: number): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'error', DATABASE_URL: database.url }
  const child = spawn(process.execPath, [...nodeFlags, 'server/start.mjs'], { env, stdio: 'ignore' })
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isHealthy())) await sleep(50)
  return child
}

let first = await start(3981)
const second = await start(3982)
await watcher.connect()

let cookie = ''
const [one, other] = ['http://127.0.0.1:3981', 'http://127.0.0.1:3982']
const read = async <T>(path: string) => (await (await fetch(one + path, { headers: { cookie } })).json()) as T
function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

const { users } = await read<{ users: { id: string }[] }>('/api/auth/dev/users')
const login = await post(`${one}/api/auth/dev/login`, { user_id: users[0]?.id })
cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const { current_organization_id } = await read<{ current_organization_id: string }>('/api/init/whoami')
const organization = `/api/organizations/${current_organization_id}`
const { id } = await read<{ id: string }>(`${organization}/employees/ally`)
const employee = `${organization}/employees/${id}`

/** A long answer that the first server writes. */
async function answering() {
  const body = { message: 'slow, write 5000 words', create_new_conversation: true }
  const answer = await post(`${one}${employee}/messages`, body)
  const sent = (await answer.json()) as { conversation_id: string; run_id: string; assistant_message_id: string }
  await sleep(2500)
  return sent
}
async function until(text: string, values: unknown[]): Promise<number> {
  const begun = performance.now()
  while ((await watcher.query(text, values)).rows.length === 0) await sleep(5)
  return performance.now() - begun
}

const stops: number[] = []
for (let round = 0; round < rounds; round++) {
  const { conversation_id, run_id } = await answering()
  const over = until(`select 1 from runs where id = $1 and status = 'cancelled'`, [run_id])
  await post(`${other}${employee}/conversations/${conversation_id}/stop-generation`, { run_id })
  stops.push(await over)
}
console.log(
  `a stop by way of the other process: median ${median(stops).toFixed(0)} ms, worst ${Math.max(...stops).toFixed(0)} (goal 300)`,
)

const takeovers: number[] = []
for (let round = 0; round < Math.min(rounds, 3); round++) {
  const { run_id } = await answering()
  first.kill('SIGKILL')
  takeovers.push(await until('select 1 from run_leases where run_id = $1 and attempts > 1', [run_id]))
  first = await start(3981)
}
console.log(
  `the answer of a killed process goes on: median ${(median(takeovers) / 1000).toFixed(1)} s, worst ${(Math.max(...takeovers) / 1000).toFixed(1)} (goal 10)`,
)

await watcher.end()
for (const child of [first, second]) child.kill('SIGKILL')

// A tab that joins in the middle of an answer, in the process that streams it and in another one, against the row in the
// database: how far what it reads is behind what the others have heard. Goal: p99 at most 250 ms.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { request } from 'undici'
import { nodeFlags } from '../tools/node-flags.ts'
import { report } from './lib/report.ts'
import { scratchDirectory } from './lib/scratch.ts'
import { openStage } from './lib/stage.ts'

const answers = Number(process.argv[2] ?? 5)
const modelArgs = ['--tokens', '300', '--every', '30']
await using stage = await openStage({ model: 'bench/servers/stamps.ts', modelArgs })
const { url, organization_id, employee_id, cookie, ws_token } = stage.alongside.ready
const path = `${url}/api/organizations/${organization_id}/employees/${employee_id}/messages`
const OTHER = 'http://127.0.0.1:3983'
const other = spawn(process.execPath, [...nodeFlags, 'server/start.mjs', '--run', 'web'], {
  stdio: 'ignore',
  env: {
    PATH: process.env.PATH,
    TZ: 'UTC',
    NODE_ENV: 'production',
    BASE_URL: 'http://127.0.0.1',
    PORT: '3983',
    // Those of the first server.
    ENCRYPTION_KEY: '0'.repeat(64),
    SESSION_SECRET: '0'.repeat(64),
    DATA_DIR: scratchDirectory(),
    LOG_LEVEL: 'error',
    DATABASE_URL: stage.database_url,
  },
})
process.on('exit', () => other.kill())
const isHealthy = () =>
  fetch(`${OTHER}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isHealthy())) await sleep(50)

const headers = { 'content-type': 'application/json', cookie }
const database = new pg.Client({ connectionString: stage.database_url })
await database.connect()

/** When each delta of the answer that grows was received. */
let receivedAt: number[] = []
const socket = io(url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
await new Promise((ready) => socket.on('ready', ready))
socket.on('message_delta', ({ index }: { index: number }) => {
  receivedAt[index] = performance.now()
})

/** How long ago the first delta was received that the read lacks. */
function behind(asked: number, stream_index: number): number {
  const missing = receivedAt[stream_index]
  return missing === undefined || missing > asked ? 0 : asked - missing
}

type Page = { data: { status: string; stream_index: number }[] }
async function join(address: string, behindMs: number[]): Promise<void> {
  const asked = performance.now()
  const { data } = (await (await request(address, { headers })).body.json()) as Page
  const [newest] = data
  if (newest?.status === 'in_progress') behindMs.push(behind(asked, newest.stream_index))
}

const read: number[] = []
const elsewhere: number[] = []
const saved: number[] = []
for (let answer = 0; answer < answers; answer++) {
  receivedAt = []
  let isDone = false
  socket.once('message_done', () => {
    isDone = true
  })
  const body = JSON.stringify({ message: 'Hello', create_new_conversation: true })
  const accepted = await request(path, { method: 'POST', headers, body })
  const { assistant_message_id: id } = (await accepted.body.json()) as { assistant_message_id: string }
  // Someone joins in the other process about once a second.
  let joinsAt = performance.now() + Math.random() * 1000
  while (!isDone) {
    await sleep(50 + Math.random() * 100)
    await join(path, read)
    if (performance.now() >= joinsAt) {
      joinsAt = performance.now() + 500 + Math.random() * 1000
      await join(path.replace(url, OTHER), elsewhere)
    }
    const again = performance.now()
    const { rows } = await database.query('select status, stream_index from messages where id = $1', [id])
    if (rows[0]?.status === 'in_progress') saved.push(behind(again, rows[0].stream_index))
  }
}
socket.disconnect()
await database.end()
report('what a tab that joins is behind', read, saved)
report('what a tab that joins in another process is behind', elsewhere, saved)
other.kill()
await once(other, 'exit')

// What a server that nobody uses asks its database for: transactions in ten seconds on PostgreSQL (goal: at most 20).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { nodeFlags } from '../tools/node-flags.ts'
import { freshDatabase } from './lib/database.ts'
import { scratchDirectory } from './lib/scratch.ts'

const WINDOW_MS = 10_000
const GOAL = 20

await using database = await freshDatabase()
const env = {
  ...process.env,
  PORT: '3988',
  DATA_DIR: scratchDirectory(),
  LOG_LEVEL: 'error',
  DATABASE_URL: database.url,
}
const server = spawn(process.execPath, [...nodeFlags, 'server/start.mjs'], { env, stdio: 'ignore' })
const watcher = new pg.Client({ connectionString: database.url.replace(/\/[^/]*$/, '/postgres') })
await watcher.connect()
const name = new URL(database.url).pathname.slice(1)

/** Connections report to the statistics when they are idle, at the latest after a second or so. */
async function transactions(): Promise<number> {
  const { rows } = await watcher.query(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
    [name],
  )
  return Number(rows[0]?.count)
}

await sleep(25_000)
const counts: number[] = []
for (let round = 0; round < 3; round++) {
  const before = await transactions()
  await sleep(WINDOW_MS)
  counts.push((await transactions()) - before)
}
console.log(`idle on PostgreSQL: ${counts.join(', ')} transactions in 10 s (goal ${GOAL})`)
await watcher.end()
server.kill('SIGTERM')
await once(server, 'exit')

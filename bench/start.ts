// The second start to the first healthy answer (goal: 2 s), the idle process on PostgreSQL (200 MB) and on PGlite (150 MB
// above a process that only opens the same directory), the peak of a start, and the installed production dependencies
// beside Node (250 MB).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeFlags } from '../tools/node-flags.ts'
import { freshDatabase } from './lib/database.ts'
import { median } from './lib/load.ts'
import { scratchDirectory } from './lib/scratch.ts'

const port = 3987
const data = scratchDirectory()

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; ms: number }> {
  const begun = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, 'server/start.mjs'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'error', ...env },
    stdio: 'ignore',
  })
  while (true) {
    const healthy = await fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (healthy) return { child, ms: performance.now() - begun }
    await sleep(10)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}

const first = await start({})
await stop(first.child)
const times: number[] = []
for (let round = 0; round < 5; round++) {
  const { child, ms } = await start({})
  times.push(ms)
  await stop(child)
}
console.log(
  `first start ${first.ms.toFixed(0)} ms; second start, median of 5: ${median(times).toFixed(0)} ms (goal 2000)`,
)

const IDLE_MS = 10_000
const READINGS = 5

const residentMb = ({ pid }: ChildProcess, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Each reading is of a process of its own, because what one holds depends on when it last collected garbage. */
async function idleMb(startOne: () => Promise<ChildProcess>): Promise<number[]> {
  const readings: number[] = []
  for (let round = 0; round < READINGS; round++) {
    const child = await startOne()
    await sleep(IDLE_MS)
    readings.push(residentMb(child))
    await stop(child)
  }
  return readings.toSorted((one, other) => one - other)
}

async function startBarePglite(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['bench/servers/bare-pglite.ts', join(data, 'pglite')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

const listed = (readings: number[]) => `${readings.map((mb) => mb.toFixed(0)).join(', ')} MB`

await using database = await freshDatabase()
const onPostgres = await idleMb(async () => (await start({ DATABASE_URL: database.url })).child)
console.log(`idle on PostgreSQL ${listed(onPostgres)} (goal: 200 in each)`)

const bare = await idleMb(startBarePglite)
const onPglite = await idleMb(async () => (await start({})).child)
console.log(`idle, PGlite alone on the same directory ${listed(bare)}; the server on it ${listed(onPglite)}`)
console.log(`the server takes ${(median(onPglite) - median(bare)).toFixed(0)} MB more than PGlite (goal 150)`)

for (const bytes of [8e9, 1e9]) {
  const machine = `--import=data:text/javascript,process.availableMemory=()=>${bytes}`
  const { child } = await start({ NODE_OPTIONS: machine })
  await sleep(IDLE_MS)
  console.log(`peak of a start on PGlite with ${bytes / 1e9} GB free: ${residentMb(child, 'VmHWM').toFixed(0)} MB`)
  await stop(child)
}

const installed = scratchDirectory()
for (const name of ['package.json', 'package-lock.json']) cpSync(name, join(installed, name))
execFileSync(
  'npm',
  ['install', '--no-save', '--workspaces=false', '--omit=dev', '--omit=optional', '--ignore-scripts', '--silent'],
  {
    cwd: installed,
  },
)
const size = Number(
  execFileSync('du', ['-sm', join(installed, 'node_modules')])
    .toString()
    .split('\t')[0],
)
console.log(`production dependencies beside Node ${size} MB (goal 250)`)

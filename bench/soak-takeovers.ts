// Operators take conversations over from a teammate while it answers visitors, at moments that the seed chooses, in two
// processes on PostgreSQL and Redis. Promised: once a takeover is answered not a word of the teammate's is added, no
// message is lost or doubled for visitor or operator, the teammate answers again where it is handed back, and every run ends.
// npm run bench -- soak-takeovers --count 1000 --at-once 8 --seed 1 --minutes 30
import { parseArgs } from 'node:util'
import { raceTakeovers } from '#testing/takeovers/race-takeovers.ts'
import { EVERY_MS, PIECES } from '#testing/takeovers/round.ts'
import { freshDatabase } from './lib/database.ts'
import { randomFrom } from './lib/random.ts'
import { scratchDirectory } from './lib/scratch.ts'
import { openOutside } from './soak/outside.ts'
import { seedWebchat } from './soak/seed-webchat.ts'
import { openServers } from './soak/servers.ts'
import { tellRace } from './soak/tell-race.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    'at-once': { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '30' },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]

await using database = await freshDatabase()
await using outside = await openOutside()
outside.vendor.reply(() => ({ chunks: [...PIECES], delay_ms: EVERY_MS }))
const env = {
  DATA_DIR: scratchDirectory(),
  DATABASE_URL: database.url,
  REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  ENCRYPTION_KEY: '0'.repeat(64),
  SESSION_SECRET: '0'.repeat(64),
  GENERATE_TITLES: 'false',
  LOG_LEVEL: 'info',
  TRUST_PROXY: '127.0.0.1',
}
const place = await seedWebchat(env, outside.vendor.base_url)
const servers = openServers(env, 2, randomFrom(seed))
process.once('exit', () => void servers.endAll('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await servers.startAll()
const tooLong = setTimeout(() => {
  console.log(`FAULT: it did not end within ${values.minutes} minutes`)
  process.exit(1)
}, Number(values.minutes) * 60_000)

console.log(`seed ${seed}: ${count} takeovers, ${values['at-once']} at once`)
const begun = performance.now()
const faults = await raceTakeovers(
  { ...place, addresses: servers.addresses() },
  {
    count,
    atOnce: Number(values['at-once']),
    chooserOf: (round) => randomFrom(seed * 1_000_003 + round).below,
  },
  (done) => done % 100 === 0 && console.log(`${done} of ${count}`),
)
clearTimeout(tooLong)
// Runs that were asked to stop have a heartbeat's time to do so.
await servers.endAll('SIGTERM')

const left = {
  leases: 'select run_id as id from run_leases',
  runs: `select id from runs where status in ('queued', 'running', 'suspended')`,
  answers: `select id from messages where status <> 'completed'`,
}
await tellRace({ database_url: database.url, left, faults, complaints: servers.complaints, begun, seed })

// Operators take conversations over on a channel that delivers, at moments that the seed chooses, in two processes on
// PostgreSQL and Redis. Promised: no attempt to deliver a text of the teammate begins once a takeover is answered, what the
// operator says arrives after whatever was on its way, and each delivery is recorded as it ended.
// npm run bench -- soak-deliveries --count 1000 --at-once 8 --seed 1 --minutes 30
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostingTarget } from '#testing/doubles/posting-target.ts'
import { raceDeliveries, slowlyAndMaybe } from '#testing/takeovers/race-deliveries.ts'
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
await using target = await startPostingTarget(slowlyAndMaybe(randomFrom(seed).below))
outside.vendor.reply(() => ({ chunks: ['By ', 'the ', 'teammate.'], delay_ms: 10 }))
const env = {
  DATA_DIR: scratchDirectory(),
  DATABASE_URL: database.url,
  REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  ENCRYPTION_KEY: '0'.repeat(64),
  SESSION_SECRET: '0'.repeat(64),
  GENERATE_TITLES: 'false',
  LOG_LEVEL: 'info',
  POSTING_TARGET: target.url,
  POSTING_PREPARES_MS: '60',
}
const place = await seedWebchat(env, outside.vendor.base_url)
const program = fileURLToPath(new URL('../server/src/testing/posting-server.ts', import.meta.url))
const servers = openServers(env, 2, randomFrom(seed), program)
process.once('exit', () => void servers.endAll('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await servers.startAll()
const tooLong = setTimeout(() => {
  console.log(`FAULT: it did not end within ${values.minutes} minutes`)
  process.exit(1)
}, Number(values.minutes) * 60_000)

console.log(`seed ${seed}: ${count} takeovers, ${values['at-once']} at once`)
const begun = performance.now()
const faults = await raceDeliveries(
  {
    addresses: servers.addresses(),
    organization_id: place.organization.id,
    employee_id: place.employee_id,
    private_key: place.private_key,
    cookie: place.operators[0]?.cookie ?? '',
  },
  target,
  {
    count,
    atOnce: Number(values['at-once']),
    chooserOf: (round) => randomFrom(seed * 1_000_003 + round).below,
  },
  (done) => done % 100 === 0 && console.log(`${done} of ${count}`),
)
clearTimeout(tooLong)
await servers.endAll('SIGTERM')

const left = {
  leases: 'select run_id as id from run_leases',
  deliveries: `select message_id as id from message_deliveries where next_attempt_at is not null or holder is not null`,
}
await tellRace({ database_url: database.url, left, faults, complaints: servers.complaints, begun, seed })

// Runs wait in the middle of an answer (for a person, for a yes to a tool, for a time) and are answered several times, by chat,
// link and API, while people take the conversation over, stop, delete or archive it, at moments that the seed chooses, in two
// processes on PostgreSQL and Redis. Promised: one outcome; after a takeover not a word of the teammate's; what a run does
// outside is done once or not at all, as it was decided; every run ends, and its log has no open step.
// npm run bench -- soak-resumes --count 1000 --at-once 8 --seed 1 --minutes 30
import { parseArgs } from 'node:util'
import { createClient } from '#testing/client.ts'
import { raceResumes } from '#testing/resumes/race-resumes.ts'
import { doingOnce, giveWaits } from '#testing/resumes/round.ts'
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
outside.vendor.reply(doingOnce(outside.url))
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
const { employee_id, ...place } = await seedWebchat(env, outside.vendor.base_url)
const servers = openServers(env, 2, randomFrom(seed))
process.once('exit', () => void servers.endAll('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await servers.startAll()
const admin = createClient(servers.addresses()[0] ?? '', { cookie: place.operators[0]?.cookie ?? '' })
await giveWaits(admin, place.organization.id, employee_id, outside.url)
const tooLong = setTimeout(() => {
  console.log(`FAULT: it did not end within ${values.minutes} minutes`)
  process.exit(1)
}, Number(values.minutes) * 60_000)

console.log(`seed ${seed}: ${count} runs that wait, ${values['at-once']} at once`)
const begun = performance.now()
const faults = await raceResumes(
  {
    ...place,
    employee_id,
    addresses: servers.addresses(),
    callsOf: (name) => outside.calls.filter(({ path }) => path === `/${name}`).length,
  },
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
  waits: 'select run_id as id from run_suspensions',
  runs: `select id from runs where status in ('queued', 'running', 'suspended')`,
  steps: `select run_id as id from run_steps where status = 'in_progress'`,
  answers: `select id from messages where status <> 'completed'`,
}
await tellRace({ database_url: database.url, left, faults, complaints: servers.complaints, begun, seed })

// Operators take conversations over on a channel that delivers, at moments that the seed chooses, in two processes on
// PostgreSQL and Redis. Promised: no attempt to deliver a text of the teammate begins once a takeover is answered, what the
// operator says arrives after whatever was on its way, and each delivery is recorded as it ended.
// npm run bench -- soak-deliveries --count 1000 --at-once 8 --seed 1 --minutes 30
import { fileURLToPath } from 'node:url'
import { startPostingTarget } from '#testing/doubles/posting-target.ts'
import { raceDeliveries, slowlyAndMaybe } from '#testing/takeovers/race-deliveries.ts'
import { freshDatabase } from './lib/database.ts'
import { randomFrom } from './lib/random.ts'
import { openOutside } from './soak/outside.ts'
import { envOfRace, readRace, startServers } from './soak/race.ts'
import { reportRace } from './soak/report-race.ts'
import { seedWebchat } from './soak/seed-webchat.ts'

const race = readRace()
await using database = await freshDatabase()
await using outside = await openOutside()
await using target = await startPostingTarget(slowlyAndMaybe(randomFrom(race.seed).below))
outside.vendor.reply(() => ({ chunks: ['By ', 'the ', 'teammate.'], delay_ms: 10 }))
const env = envOfRace(database.url, { POSTING_TARGET: target.url, POSTING_PREPARES_MS: '60' })
const place = await seedWebchat(env, outside.vendor.base_url)
const program = fileURLToPath(new URL('../server/src/testing/servers/posting-server.ts', import.meta.url))
const servers = await startServers(env, race, program)

console.log(`seed ${race.seed}: ${race.count} takeovers, ${race.atOnce} at once`)
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
  race,
  race.reportProgress,
)
await servers.end()

const left = {
  leases: 'select run_id as id from run_leases',
  deliveries: `select message_id as id from message_deliveries where next_attempt_at is not null or holder is not null`,
}
await reportRace({ database_url: database.url, left, faults, complaints: servers.complaints, begun, seed: race.seed })

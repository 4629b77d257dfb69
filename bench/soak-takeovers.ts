// Operators take conversations over from a teammate while it answers visitors, at moments that the seed chooses, in two
// processes on PostgreSQL and Redis. Promised: once a takeover is answered not a word of the teammate's is added, no
// message is lost or doubled for visitor or operator, the teammate answers again where it is handed back, and every run ends.
// npm run bench -- soak-takeovers --count 1000 --at-once 8 --seed 1 --minutes 30
import { raceTakeovers } from '#testing/takeovers/race-takeovers.ts'
import { EVERY_MS, PIECES } from '#testing/takeovers/round.ts'
import { freshDatabase } from './lib/database.ts'
import { openOutside } from './soak/outside.ts'
import { envOfRace, readRace, startServers } from './soak/race.ts'
import { reportRace } from './soak/report-race.ts'
import { seedWebchat } from './soak/seed-webchat.ts'

const race = readRace()
await using database = await freshDatabase()
await using outside = await openOutside()
outside.vendor.reply(() => ({ chunks: [...PIECES], delay_ms: EVERY_MS }))
const env = envOfRace(database.url, { TRUST_PROXY: '127.0.0.1' })
const place = await seedWebchat(env, outside.vendor.base_url)
const servers = await startServers(env, race)

console.log(`seed ${race.seed}: ${race.count} takeovers, ${race.atOnce} at once`)
const begun = performance.now()
const faults = await raceTakeovers({ ...place, addresses: servers.addresses() }, race, race.reportProgress)
await servers.end()

const left = {
  leases: 'select run_id as id from run_leases',
  runs: `select id from runs where status in ('queued', 'running', 'suspended')`,
  answers: `select id from messages where status <> 'completed'`,
}
await reportRace({ database_url: database.url, left, faults, complaints: servers.complaints, begun, seed: race.seed })

// Runs wait in the middle of an answer (for a person, for a yes to a tool, for a time) and are answered several times, by chat,
// link and API, while people take the conversation over, stop, delete or archive it, at moments that the seed chooses, in two
// processes on PostgreSQL and Redis. Promised: one outcome; after a takeover not a word of the teammate's; what a run does
// outside is done once or not at all, as it was decided; every run ends, and its log has no open step.
// npm run bench -- soak-resumes --count 1000 --at-once 8 --seed 1 --minutes 30
import { createClient } from '#testing/client.ts'
import { raceResumes } from '#testing/resumes/race-resumes.ts'
import { doingOnce, giveWaits } from '#testing/resumes/round.ts'
import { freshDatabase } from './lib/database.ts'
import { openOutside } from './soak/outside.ts'
import { envOfRace, readRace, startServers } from './soak/race.ts'
import { reportRace } from './soak/report-race.ts'
import { seedWebchat } from './soak/seed-webchat.ts'

const race = readRace()
await using database = await freshDatabase()
await using outside = await openOutside()
outside.vendor.reply(doingOnce(outside.url))
const env = envOfRace(database.url, { TRUST_PROXY: '127.0.0.1' })
const { employee_id, ...place } = await seedWebchat(env, outside.vendor.base_url)
const servers = await startServers(env, race)
const admin = createClient(servers.addresses()[0] ?? '', { cookie: place.operators[0]?.cookie ?? '' })
await giveWaits(admin, place.organization.id, employee_id, outside.url)

console.log(`seed ${race.seed}: ${race.count} runs that wait, ${race.atOnce} at once`)
const begun = performance.now()
const faults = await raceResumes(
  {
    ...place,
    employee_id,
    addresses: servers.addresses(),
    callsOf: (name) => outside.calls.filter(({ path }) => path === `/${name}`).length,
  },
  race,
  race.reportProgress,
)
await servers.end()

const left = {
  leases: 'select run_id as id from run_leases',
  waits: 'select run_id as id from run_suspensions',
  runs: `select id from runs where status in ('queued', 'running', 'suspended')`,
  steps: `select run_id as id from run_steps where status = 'in_progress'`,
  answers: `select id from messages where status <> 'completed'`,
}
await reportRace({ database_url: database.url, left, faults, complaints: servers.complaints, begun, seed: race.seed })

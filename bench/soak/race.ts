import { parseArgs } from 'node:util'
import { randomFrom } from '../lib/random.ts'
import { scratchDirectory } from '../lib/scratch.ts'
import { openServers } from './servers.ts'

/** How many rounds a race has, how many of them at once, and the seed from which each round has its own choices. */
export function readRace() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '1000' },
      'at-once': { type: 'string', default: '8' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '30' },
    },
  })
  const [count, seed] = [Number(values.count), Number(values.seed)]
  return {
    count,
    atOnce: Number(values['at-once']),
    seed,
    minutes: Number(values.minutes),
    chooserOf: (round: number) => randomFrom(seed * 1_000_003 + round).below,
    reportProgress: (done: number) => done % 100 === 0 && console.log(`${done} of ${count}`),
  }
}

/** What two processes with one PostgreSQL and one Redis are started with, and what this race needs beside it. */
export const envOfRace = (database_url: string, more: Record<string, string>) => ({
  DATA_DIR: scratchDirectory(),
  DATABASE_URL: database_url,
  REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  ENCRYPTION_KEY: '0'.repeat(64),
  SESSION_SECRET: '0'.repeat(64),
  GENERATE_TITLES: 'false',
  LOG_LEVEL: 'info',
  ...more,
})

/** Starts the two processes. They end with this one, which ends after so many minutes whatever still continues. */
export async function startServers(env: Record<string, string>, race: ReturnType<typeof readRace>, program?: string) {
  const servers = openServers(env, 2, randomFrom(race.seed), program)
  process.once('exit', () => void servers.endAll('SIGKILL'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  await servers.startAll()
  const tooLong = setTimeout(() => {
    console.log(`FAULT: it did not end within ${race.minutes} minutes`)
    process.exit(1)
  }, race.minutes * 60_000)
  return {
    addresses: servers.addresses,
    complaints: servers.complaints,
    /** Runs that were asked to stop have a heartbeat's time to do so. */
    async end() {
      clearTimeout(tooLong)
      await servers.endAll('SIGTERM')
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { randomFrom } from '../../../../bench/lib/random.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { startProgram } from '../servers/server-process.ts'
import { type Book, type BookDefinition, KILLS, type Round } from './book.ts'
import { featuresOfCrashes } from './features.ts'

const program = fileURLToPath(new URL('crash-server.ts', import.meta.url))
const UNDER_WAY_TIMEOUT_MS = 90_000
const LAST_ROUND_TIMEOUT_MS = 150_000
const LAST_START_AFTER_MS = 10 * 60_000

/**
 * Settings that serve all books: short timeouts, and no model calls that no book counts. The lease is the usual one, because a
 * busy process misses the heartbeats of a shorter one; the next server finds at once that this one is gone.
 */
const SHARED_ENV = {
  DELIVERY_TIMEOUT: '5',
  WEBHOOK_TIMEOUT: '3',
  GENERATE_TITLES: 'false',
  TRUST_PROXY: '127.0.0.1',
  OUTBOUND_ALLOW: '127.0.0.1',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
}

export type CrashRun = {
  /** The last server, which stays up for the judgment. */
  app: TestApp
  seed: number
  bookOf(definition: BookDefinition): Book
  /** What went wrong while a book worked, in its order. */
  faultsOf(definition: BookDefinition): string[]
  /** What the killed processes logged as errors. */
  complaints: string[]
  close(): Promise<void>
}

/** Kills one server again and again at random moments while all books work with it. */
export async function runCrashes(
  definitions: readonly BookDefinition[],
  seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1_000_000)),
): Promise<CrashRun> {
  const random = randomFrom(seed)
  const books = new Map<BookDefinition, Book>()
  for (const definition of definitions) books.set(definition, await definition.open())
  const faults = new Map<BookDefinition, string[]>(definitions.map((definition) => [definition, []]))
  const complaints: string[] = []
  const env: Record<string, string> = Object.assign({}, ...books.values().map((book) => book.env ?? {}), SHARED_ENV)

  const seeding = await startTestApp({ env: { ...env, LOG_LEVEL: 'fatal' }, parts: ['web'] })
  for (const book of books.values()) await book.prepare(seeding)
  const { DATA_DIR, DATABASE_URL = '' } = seeding.config
  await seeding.close()
  const database = { DATA_DIR, DATABASE_URL }

  const workAll = (round: Round) =>
    Promise.all(
      books.entries().map(async ([definition, book]) => {
        try {
          await book.work(round)
        } catch (error) {
          faults.get(definition)?.push(`round ${round.number}: ${error instanceof Error ? error.stack : String(error)}`)
        }
      }),
    )
  const idle = () =>
    definitions.filter((one) => faults.get(one)?.length === 0 && books.get(one)?.isUnderWay() === false)

  for (let number = 1; number <= KILLS; number++) {
    const server = startProgram(program, { ...env, ...database })
    let isOver = false
    try {
      const address = await server.address
      const working = workAll({ number, address, now: () => new Date(), isLast: false, isOver: () => isOver })
      const timeout = { timeout: UNDER_WAY_TIMEOUT_MS, interval: 20 }
      await vi.waitUntil(() => idle().length === 0, timeout).catch(() => undefined)
      for (const late of idle()) faults.get(late)?.push(`round ${number}: its work did not get under way`)
      await sleep(random.between(200, 1500))
      isOver = true
      await server.kill('SIGKILL')
      await working
    } finally {
      await server.kill('SIGKILL')
    }
    complaints.push(...server.complaints)
  }

  const last = { ...env, ...database, LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' }
  // So late that whatever waits for its next attempt is due.
  const clock = movableClock()
  clock.advance(LAST_START_AFTER_MS)
  const app = await startTestApp({ env: last, features: featuresOfCrashes, clock })
  let isOver = false
  const stop = setTimeout(() => (isOver = true), LAST_ROUND_TIMEOUT_MS)
  const { base_url: address } = app
  await workAll({ number: KILLS + 1, address, now: clock.now, isLast: true, isOver: () => isOver })
  clearTimeout(stop)

  const bookOf = (definition: BookDefinition): Book => {
    const book = books.get(definition)
    if (!book) throw new Error(`Nothing was run for “${definition.promise}”`)
    return book
  }
  return {
    app,
    seed,
    bookOf,
    faultsOf: (definition) => faults.get(definition) ?? [],
    complaints,
    async close() {
      await app.close()
      for (const book of books.values()) await book.close()
    },
  }
}

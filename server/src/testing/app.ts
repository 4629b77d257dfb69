import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { type App, type ComposeOptions, compose } from '#app/compose.ts'
import type { OrganizationRow } from '#features/organizations/table.ts'
import type { UserRow } from '#features/users/table.ts'
import { movableClock } from '#platform/clock.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import type { AnyJob } from '#platform/job.ts'
import { createLog } from '#platform/log.ts'
import { type Client, createClient } from './client.ts'
import { copyEmbedded, createDatabase, POOL, type Template } from './database/database-template.ts'
import './database/embedded-program.ts'
import { givenVisitor } from './chats/visitor.ts'
import { type RecordedEvents, recordEvents } from './events/recorded-events.ts'
import { createGiven, type Given } from './given.ts'
import { removeAfterFile, scratchDirectory, testRun } from './suite/scratch.ts'

export type TestApp = {
  ctx: App['ctx']
  base_url: string
  config: Config
  clock: ReturnType<typeof movableClock>
  events: RecordedEvents
  given: Given & {
    /** Someone on a page of the organization, with a token. */
    visitor(organization: OrganizationRow, external_id?: string): Promise<Client>
  }
  routes: NonNullable<App['features'][number]['routes']>
  /** Runs a timed job now, as at its time, and waits for its end. */
  runJob(job: AnyJob): Promise<void>
  /** Calls as nobody. */
  anyone: Client
  /** Calls with a session of this user. */
  as(user: UserRow): Promise<Client>
  /** Calls with an organization's private key. */
  withKey(key: string): Client
  close(): Promise<void>
}

type Options = {
  env?: Record<string, string>
  /** What its database is a copy of; by itself a prepared one, which saves most of the time of a start. */
  template?: Template
  /** Moved before the start, it is a server that starts later. */
  clock?: ReturnType<typeof movableClock>
} & Partial<Pick<ComposeOptions, 'features' | 'parts' | 'log' | 'ports' | 'callers' | 'gates'>>

let shared: Promise<TestApp> | undefined

/** The whole server on a database of its own, shared by the tests of a worker: each test makes its own organizations. */
export function testApp(): Promise<TestApp> {
  shared ??= startTestApp()
  return shared
}

/** A server for the tests of one file, for settings or failures that others must not see. */
export async function ownTestApp(options?: Options): Promise<TestApp> {
  const app = await startTestApp(options)
  afterAll(app.close)
  return app
}

/** As `ownTestApp`, where the test itself says when it is closed. */
export async function startTestApp({
  env = {},
  template = templateFor(env),
  clock = movableClock(),
  ...options
}: Options = {}): Promise<TestApp> {
  const config = loadConfig({
    NODE_ENV: 'test',
    LOCAL_DEV_AUTH_ENABLED: 'true',
    PORT: '0',
    DATA_DIR: env.DATA_DIR ?? (env.DATABASE_URL === '' ? embeddedDirectory(template) : testDirectory(template)),
    DATABASE_URL: env.DATABASE_URL ?? (await testDatabase(template)),
    DATABASE_POOL: POOL,
    REDIS_URL: process.env.REDIS_URL,
    // A flow that waits is asked for later: most tests look at it as it waits.
    TRIGGER_WAIT: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    // Tests count what a vendor is asked; those that are about titles switch them on.
    GENERATE_TITLES: 'false',
    // Tests try wrong keys in every way; those that are about guesses set a limit.
    KEY_GUESSES_PER_MINUTE: '1000000',
    // Nobody listens there: a key that a test saves is asked about at no real vendor.
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`VENDOR_${n}_BASE_URL`, 'http://127.0.0.1:9/v1'])),
    VENDOR_6_AUTH_URL: 'https://127.0.0.1:9',
    ...env,
  })
  const log = createLog({ level: config.LOG_LEVEL, pretty: false })
  const app = await compose({ config, log, clock, verifyOutput: true, ...options })
  const base_url = await app.listen(0)
  const given = createGiven(app.ctx)
  const client = (headers: Record<string, string>) => createClient(base_url, headers)
  return {
    ctx: app.ctx,
    base_url,
    config,
    clock,
    given: {
      ...given,
      visitor: (organization, external_id) => givenVisitor(app.ctx, client, organization, external_id),
    },
    events: recordEvents(app.addPush),
    routes: app.features.flatMap((feature) => feature.routes ?? []),
    async runJob(job) {
      const reactions = app.features.flatMap((feature) => feature.reactions ?? [])
      const handlers = reactions.filter((reaction) => reaction.on === 'job').filter((reaction) => reaction.job === job)
      if (handlers.length === 0) throw new Error(`No feature runs the job ${job.name}`)
      for (const { react } of handlers) await react(app.ctx, {} as never)
    },
    anyone: client({}),
    as: async (user) => client({ cookie: `${config.SESSION_COOKIE_NAME}=${(await given.session(user)).cookie}` }),
    withKey: (key) => client({ authorization: `Bearer ${key}` }),
    async close() {
      await app.close()
      if (!env.DATA_DIR) removeAfterFile(config.DATA_DIR)
    },
  }
}

/** The vectors of a prepared database are those of the settings that the tests have by themselves. */
const templateFor = (env: Record<string, string>): Template =>
  Object.keys(env).some((name) => name.startsWith('EMBEDDING_')) ? 'migrated' : 'prepared'

/** With `DATABASE_URL` the tests run on that PostgreSQL, each server in a database of its own. */
export async function testDatabase(template: Template): Promise<string | undefined> {
  const server = process.env.DATABASE_URL
  return server && createDatabase(template, server, `alongside_test_${testRun()}_${randomBytes(6).toString('hex')}`)
}

/** A directory for the data of a server of this run, with a database that was copied where that is embedded. */
export const testDirectory = (template: Template = 'prepared'): string =>
  process.env.DATABASE_URL ? scratchDirectory() : embeddedDirectory(template)

/** The same for a server that is on the embedded database also where the run has a PostgreSQL. */
export function embeddedDirectory(template: Template = 'prepared'): string {
  const directory = scratchDirectory()
  copyEmbedded(template, directory)
  return directory
}

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type APIRequestContext, request } from 'playwright-core'
import { z } from 'zod'
import { createDatabase, POOL, templateName } from '../server/src/testing/database/database-template.ts'
import { scratchRoot, testRun } from '../server/src/testing/suite/scratch.ts'
import { launchBrowser, signInByRequest } from './browser.ts'
import { sendAgain } from './send-again.ts'
import { startRealServer } from './server.ts'

const WhoAmI = z.object({ current_organization_id: z.string() })
const Listing = z.object({ files: z.array(z.object({ type: z.string(), index_state: z.string().optional() })) })

const made = new Map<string, Promise<string>>()

/**
 * The data that the first start of the program leaves, once for all journeys of a run: making and filling a database
 * takes seconds. The first worker that needs it makes it, and unpacks the browser, which two would run while it is
 * written; the others wait. It goes with what else the run leaves behind. With a PostgreSQL its database is a template there.
 */
export function dataOfFirstStart(postgres?: string): Promise<string> {
  const name = postgres ? 'journeys-postgres' : 'journeys'
  const data = made.get(name) ?? makeOrAwait(join(scratchRoot(), name), postgres)
  made.set(name, data)
  return data
}

/** What a server in a worker begins with: a PostgreSQL does the work of the embedded database with less CPU. */
export async function copyOfFirstStart(): Promise<{ seed: string; env: Record<string, string> }> {
  const postgres = process.env.DATABASE_URL
  const seed = await dataOfFirstStart(postgres)
  if (!postgres) return { seed, env: {} }
  const name = `alongside_test_${testRun()}_${randomBytes(6).toString('hex')}`
  return { seed, env: { DATABASE_URL: await createDatabase('first_start', postgres, name), DATABASE_POOL: POOL } }
}

async function makeOrAwait(directory: string, postgres?: string): Promise<string> {
  const ready = join(directory, '.ready')
  try {
    mkdirSync(directory)
  } catch {
    while (!existsSync(ready)) {
      if (!existsSync(directory)) throw new Error('Another worker could not start the program: its test says why.')
      await sleep(50)
    }
    return directory
  }
  try {
    const database = postgres && (await createDatabase('migrated', postgres, templateName('first_start')))
    const env: Record<string, string> = database ? { DATABASE_URL: database, DATABASE_POOL: POOL } : {}
    await Promise.all([startAndStop(directory, env), launchBrowser().then((browser) => browser.close())])
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  writeFileSync(ready, '')
  return directory
}

async function startAndStop(data: string, env: Record<string, string>): Promise<void> {
  await using server = await startRealServer(env, { data })
  const api = sendAgain(await request.newContext({ baseURL: server.base_url }))
  const folders = await signIn(api)
  // Stopped earlier, every copy of it would begin with the indexing.
  while (!(await areIndexed(api, folders))) await sleep(50)
  await api.dispose()
  await server.stop()
}
async function read<T>(api: APIRequestContext, schema: z.ZodType<T>, path: string): Promise<T> {
  return schema.parse(await (await api.get(path)).json())
}

/** Signs in as the seeded administrator, and says where the seeded files are. */
async function signIn(api: APIRequestContext): Promise<string[]> {
  await signInByRequest(api, 'Alex Admin')
  const { current_organization_id } = await read(api, WhoAmI, '/api/init/whoami')
  return ['/', 'Customer service'].map(
    (path) => `/api/organizations/${current_organization_id}/storage?path=${encodeURIComponent(path)}`,
  )
}

async function areIndexed(api: APIRequestContext, folders: string[]): Promise<boolean> {
  const listings = await Promise.all(folders.map((path) => read(api, Listing, path)))
  const files = listings.flatMap(({ files }) => files).filter(({ type }) => type === 'file')
  return files.every(({ index_state }) => index_state === 'Indexed')
}

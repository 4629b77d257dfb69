import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type APIRequestContext, request } from 'playwright-core'
import { z } from 'zod'
import { launchBrowser } from './browser.ts'
import { SEEDED_DATA, startRealServer } from './server.ts'

const People = z.object({ users: z.array(z.object({ id: z.string(), name: z.string() })) })
const WhoAmI = z.object({ current_organization_id: z.string() })
const Listing = z.object({ files: z.array(z.object({ type: z.string(), index_state: z.string().optional() })) })

/** Starts the program for the first time, once for all journeys: making and filling a database takes seconds. */
export default async function setup() {
  // The first launch on a machine unpacks the browser: two workers at once would run it while it is written.
  const [server] = await Promise.all([startRealServer(), launchBrowser().then((browser) => browser.close())])
  const api = await request.newContext({ baseURL: server.base_url })
  const folders = await signIn(api)
  // Stopped earlier, every copy of it would begin with the indexing.
  while (!(await areIndexed(api, folders))) await sleep(50)
  await api.dispose()
  const data = await server.stop()
  process.env[SEEDED_DATA] = data
  return () => rmSync(data, { recursive: true, force: true })
}

async function read<T>(api: APIRequestContext, schema: z.ZodType<T>, path: string): Promise<T> {
  return schema.parse(await (await api.get(path)).json())
}

/** Signs in as the seeded administrator, and says where the seeded files are. */
async function signIn(api: APIRequestContext): Promise<string[]> {
  const { users } = await read(api, People, '/api/auth/dev/users')
  const admin = users.find(({ name }) => name === 'Alex Admin')
  const signedIn = await api.post('/api/auth/dev/login', { data: { user_id: admin?.id } })
  if (!signedIn.ok()) throw new Error(await signedIn.text())
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

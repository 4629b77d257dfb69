// `whoami` and a list of 20 rows against a bare Fastify route that does the same queries through `pg`. Goal: at most 1.5
// times its time.
import pg from 'pg'
import { compare } from './lib/compare.ts'
import { load } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const seconds = Number(process.argv[2] ?? 4)
await using stage = await openStage()
const { url, organization_id, cookie } = stage.alongside.ready
const headers = { cookie }

for (const [name, path] of [
  ['whoami', '/api/init/whoami'],
  ['a list of 20 rows', `/api/organizations/${organization_id}/employees?limit=20`],
] as const) {
  await load(url, () => ({ method: 'GET', path, headers }), { clients: 1, seconds: 1 })
  await stage.bareQueries(await queriesOf(path))
  for (const clients of [1, 16]) {
    await compare(
      `${name}, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
      3,
      () => load(url, () => ({ method: 'GET', path, headers }), { clients, seconds }),
      () => load(stage.bare.ready.url, () => ({ method: 'GET', path: '/rows' }), { clients, seconds }),
    )
  }
}

/** What the server asks the database for this path, taken from the server itself so that the floor does the same. */
async function queriesOf(path: string): Promise<{ name: string; text: string; values: unknown[] }[]> {
  const recorded = await stage.recordQueries(async () => {
    const response = await fetch(`${url}${path}`, { headers })
    if (!response.ok) throw new Error(await response.text())
  })
  // Proof that they run as they are, before anything is timed.
  const client = new pg.Client({ connectionString: stage.database_url })
  await client.connect()
  for (const query of recorded) await client.query(query)
  await client.end()
  return recorded
}

import pg from 'pg'
import { compare } from './compare.ts'
import { load } from './load.ts'
import type { Stage } from './stage.ts'

type Read = { name: string; path: string; cookie: string; clients?: readonly number[]; seconds: number }

/** A GET against a bare Fastify route that asks the database the same through `pg`, with few clients and with many. */
export async function againstBareQueries(stage: Stage, { name, path, cookie, clients = [1, 16], seconds }: Read) {
  const { url } = stage.alongside.ready
  const ours = () => ({ method: 'GET' as const, path, headers: { cookie } })
  await load(url, ours, { clients: 1, seconds: 1 })
  await stage.bareQueries(await queriesOf(stage, path, cookie))
  for (const count of clients) {
    await compare(
      `${name}, ${count} ${count === 1 ? 'client' : 'clients'}`,
      3,
      () => load(url, ours, { clients: count, seconds }),
      () => load(stage.bare.ready.url, () => ({ method: 'GET', path: '/rows' }), { clients: count, seconds }),
    )
  }
}

/** What the server asks the database for this path, taken from the server itself so that the floor does the same. */
async function queriesOf(stage: Stage, path: string, cookie: string) {
  const recorded = await stage.recordQueries(async () => {
    const response = await fetch(`${stage.alongside.ready.url}${path}`, { headers: { cookie } })
    if (!response.ok) throw new Error(await response.text())
  })
  // Proof that they run as they are, before anything is timed.
  const client = new pg.Client({ connectionString: stage.database_url })
  await client.connect()
  for (const query of recorded) await client.query(query)
  await client.end()
  return recorded
}

// A folder of 10,000 entries listed, and 100,000 entries (or as many thousands as the second argument says) renamed, copied,
// searched by name and deleted at their root; the first three against the least that the database itself must do for it. A
// tenth of the files are documents.
import pg from 'pg'
import { compare } from './lib/compare.ts'
import { load, type Measured, quantiles } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const seconds = Number(process.argv[2] ?? 4)
const thousands = Number(process.argv[3] ?? 100)
const entries = `${thousands},000 entries`
await using stage = await openStage()
const { url, organization_id, cookie, key } = stage.alongside.ready
const base = `${url}/api/organizations/${organization_id}/storage`
const client = new pg.Client({ connectionString: stage.database_url })
await client.connect()

async function ask(path: string, body: unknown): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
}

/** Folders of a thousand files each, all with the same few bytes. */
async function fill(name: string, folders: number, files: number): Promise<void> {
  await ask('/folder', { name })
  await ask('/file/content', { path: 'seed.md', content: 'seed' }).catch(() => undefined)
  await client.query(
    `with top as (select * from storage_entries where organization_id = $1 and name = $2),
      seed as (select * from storage_entries where organization_id = $1 and name = 'seed.md'),
      made as (
        insert into storage_entries (id, organization_id, parent_id, name, type, created_at, modified_at)
        select gen_random_uuid(), $1, top.id, 'folder ' || n, 'folder', now(), now() from top, generate_series(1, $3::int) n
        returning id
      )
    insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
    select gen_random_uuid(), $1, places.id, 'file number ' || n || case when n % 10 = 0 then '.md' else '.py' end, 'file', 4, seed.hash, seed.is_encrypted, now(), now()
    from seed, (select id from made union all select id from top where $3::int = 0) as places, generate_series(1, $4::int) n`,
    [organization_id, name, folders, files],
  )
  await client.query(
    `insert into storage_documents (organization_id, entry_id, state)
    select organization_id, id, 'indexed' from storage_entries where organization_id = $1 and name like 'file number%.md'
    on conflict do nothing`,
    [organization_id],
  )
  await client.query('analyze storage_entries')
}

await fill('wide', 0, 10_000)
const list = `/api/organizations/${organization_id}/storage?path=wide`
await stage.bareQueries(
  await stage.recordQueries(async () => void (await (await fetch(`${url}${list}`, { headers: { cookie } })).text())),
)
await compare(
  '10,000 entries of a folder listed, against the same queries through `pg`, sent as JSON',
  3,
  () => load(url, () => ({ method: 'GET', path: list, headers: { cookie } }), { clients: 1, seconds }),
  () => load(stage.bare.ready.url, () => ({ method: 'GET', path: '/rows' }), { clients: 1, seconds }),
)

/** One call after the other; each round may need a new name. */
async function timed(times: number, call: (round: number) => Promise<unknown>): Promise<Measured> {
  const took: number[] = []
  for (let round = 0; round < times; round++) {
    const begun = performance.now()
    await call(round)
    took.push(performance.now() - begun)
  }
  const total = took.reduce((sum, one) => sum + one, 0) / 1000
  return { per_second: times / total, ...quantiles(took), count: times }
}

await fill('large', thousands, 1000)
let name = 'large'
let turn = 0
const rename = async () => {
  const new_name = `large ${turn++}`
  await ask('/folder/rename', { path: name, new_name })
  name = new_name
}
const alone = async () => {
  await client.query('begin')
  await client.query('update storage_entries set modified_at = now() where organization_id = $1 and name = $2', [
    organization_id,
    name,
  ])
  await client.query('commit')
}
await compare(
  `${entries} renamed at their root, against one updated row in a transaction`,
  3,
  () => timed(30, rename),
  () => timed(30, alone),
)

await client.query('create table bare_copies (like storage_entries including all)')
let copies = 0
const copy = async () => {
  const place = `copies ${copies++}`
  await ask('/folder', { name: place })
  await ask('/folder/copy', { source_path: name, dest_path: place })
}
const bareCopy = async () => {
  await client.query('truncate bare_copies')
  await client.query(
    `insert into bare_copies (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
    select gen_random_uuid(), organization_id, parent_id, name, type, size, hash, is_encrypted, now(), now()
    from storage_entries where organization_id = $1 and name like 'file number%' limit ${thousands}000`,
    [organization_id],
  )
}
await compare(
  `${entries} copied, against \`insert … select\` of as many into the same indexes without foreign keys`,
  1,
  () => timed(1, copy),
  () => timed(1, bareCopy),
)

/** The entry search of someone who has everything, as the menu of files in the composer asks it. */
const assistant = await client.query(
  `insert into ai_employees (id, organization_id, name, is_system, created_at, updated_at)
  values (gen_random_uuid(), $1, 'A system teammate', true, now(), now()) returning id`,
  [organization_id],
)
for (const q of ['', 'number 77', 'f']) {
  const path = `${base}/employees/${assistant.rows[0].id}/entries/search?q=${encodeURIComponent(q)}`
  const { p50, p99 } = await timed(20, async () => {
    const response = await fetch(path, { headers: { cookie } })
    if (!response.ok) throw new Error(await response.text())
    await response.text()
  })
  console.log(`entry search for "${q}": p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`)
}

const begun = performance.now()
const headers = { authorization: `Bearer ${key}` }
const at = (path: string) => `${url}/api/private/storage/file?path=${encodeURIComponent(path)}`
const trashed = (await (await fetch(at('copies 0'), { method: 'DELETE', headers })).json()) as {
  data: { trash_path: string }
}
const deleted = performance.now()
await (await fetch(at(trashed.data.trash_path), { method: 'DELETE', headers })).text()
const erased = performance.now()
const detached = "select 1 from storage_entries where parent_id is null and name <> '' limit 1"
while ((await client.query(detached)).rows.length > 0) await new Promise((done) => setTimeout(done, 50))
const ms = (from: number, to: number) => `${Math.round(to - from)} ms`
console.log(
  `${entries}: to the trash ${ms(begun, deleted)}, erased ${ms(deleted, erased)}, their rows gone ${ms(erased, performance.now())} later`,
)
await client.end()

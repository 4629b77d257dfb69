// Exact search over HTTP among 10,000 indexed text files of 4 kB, against reading all of them from the disk and looking for
// the same bytes. Goal: at least 5 times as fast. Then large texts that are not indexed, while `/health` is asked: its worst
// delay, goal 50 ms; and a folder that takes longer to read than a search may, goal 30 s. On PGlite.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { chunk } from '#features/search/indexing/extract/chunk.ts'
import { linesOf } from '#features/search/indexing/extract/lines.ts'
import { findEntry } from '#features/storage/find-entry.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { toJson } from '#platform/db/columns.ts'
import { newId } from '#platform/id.ts'
import { quantiles } from './lib/load.ts'
import { openApp } from './lib/open-app.ts'
import { scratchDirectory } from './lib/scratch.ts'
import { topicalTexts } from './lib/texts.ts'

const count = Number(process.argv[2] ?? 10_000)
const rounds = 20
const folder = scratchDirectory()
const app = await openApp({ DATA_DIR: folder }, ['web'])
const { ctx, url } = app

const user = await app.newUser('somebody')
const organization = await createOrganization(ctx, { name: 'An organization', owner_id: user.id })
const own = extendContext(ctx, { organization, user, role: 'owner' as const })
const root = (await findEntry(own, '/')).entry
const cookie = await app.cookieOf(user.id)
const texts = topicalTexts()
const paths = await fill()
await ctx.db.$client.query('vacuum analyze')

console.log(`exact search among ${count} text files on PGlite`)
for (const [kind, q] of [
  ['a phrase of three files', 'the zebrafinch sings'],
  ['a phrase of every tenth file', 'delivered on working days'],
  ['a phrase that nobody wrote', 'no such words anywhere'],
] as const) {
  const floor = await timed(() => readAll(q))
  const ours = await timed(async () => {
    const path = `/api/organizations/${organization.id}/storage/search?q=${encodeURIComponent(q)}`
    const answer = await fetch(`${url}${path}`, { headers: { cookie } })
    const { matched_files } = (await answer.json()) as { matched_files: number }
    return matched_files
  })
  if (ours.found !== Math.min(1000, floor.found)) throw new Error(`${ours.found} files instead of ${floor.found}`)
  console.log(
    `  ${kind} (${ours.found} files): p50 ${ours.p50.toFixed(1)} ms  p99 ${ours.p99.toFixed(1)} ms, reading all ${floor.p50.toFixed(0)} ms: ${(floor.p50 / ours.p50).toFixed(1)} times as fast (goal 5)`,
  )
}

const storage = `${url}/api/organizations/${organization.id}/storage`
const NINE_MB = 9_900_000
await upload('matching.sql', Buffer.alloc(NINE_MB, 'a\n'))
for (let n = 0; n < 6; n++) await upload(`large ${n}.log`, Buffer.alloc(NINE_MB, 'a line of a log\n'))
await healthDuring('one search that matches everywhere', () => search('a', 'matching.sql'))
await healthDuring('one search of 70 MB', () => search('qqq'))
await healthDuring('eight searches of 70 MB at once', () => Promise.all(Array.from({ length: 8 }, () => search('qqq'))))
await ctx.db.execute(sql`
  insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
  select gen_random_uuid(), organization_id, parent_id, 'again ' || n || '.log', 'file', size, hash, is_encrypted, now(), now()
  from storage_entries, generate_series(1, 3000) n where organization_id = ${organization.id} and name = 'large 0.log'`)
await healthDuring('one search of 30 GB', () => search('qqq'))
await app.close()

async function search(q: string, path = '/'): Promise<void> {
  const begun = performance.now()
  const answer = await fetch(`${storage}/search?q=${q}&path=${encodeURIComponent(path)}`, { headers: { cookie } })
  const { matched_files, truncated } = (await answer.json()) as { matched_files: number; truncated: boolean }
  const took = ((performance.now() - begun) / 1000).toFixed(2)
  console.log(`    ${answer.status}: ${took} s, ${matched_files} files${truncated ? ', truncated' : ''}`)
}

async function upload(name: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${storage}/upload`, { method: 'POST', headers: { cookie }, body: form })
  if (!answer.ok) throw new Error(await answer.text())
}

async function healthDuring(what: string, work: () => Promise<unknown>): Promise<void> {
  console.log(`  ${what}`)
  let isOver = false
  const worst = (async () => {
    let worst = 0
    while (!isOver) {
      const begun = performance.now()
      await (await fetch(`${url}/health`)).text()
      worst = Math.max(worst, performance.now() - begun)
      await new Promise((done) => setTimeout(done, 5))
    }
    return worst
  })()
  await work()
  isOver = true
  console.log(`    /health at worst ${(await worst).toFixed(0)} ms late (goal 50)`)
}

/** Files on the disk, and the same as indexed documents. */
async function fill(): Promise<string[]> {
  const { id: organization_id } = organization
  await ctx.db.execute(
    sql`insert into storage_blobs (organization_id, hash, is_encrypted, touched_at) values (${organization_id}, 'none', false, now())`,
  )
  const paths: string[] = []
  for (let from = 0; from < count; from += 100) {
    const files = Array.from({ length: 100 }, (_, at) => {
      const number = from + at
      const lines = Array.from({ length: 5 }, texts.passage)
      if (number % Math.ceil(count / 3) === 7) lines.push('Listen how the zebrafinch sings.')
      if (number % 10 === 0) lines.push('Parcels are delivered on working days.')
      return { id: newId(), name: `file ${number}.md`, text: lines.join('\n') }
    })
    for (const { name, text } of files) {
      const path = join(folder, name)
      await writeFile(path, text)
      paths.push(path)
    }
    const chunks = files.flatMap(({ id, text }) =>
      chunk([{ part: null, part_name: null, lines: linesOf(text) }]).map((one, seq) => ({ ...one, id, seq })),
    )
    await ctx.db.execute(sql`
      with entries as (
        insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
        select g.id, ${organization_id}::uuid, ${root.id}::uuid, g.name, 'file', length(g.text), 'none', false, now(), now()
        from jsonb_to_recordset(${toJson(files)}::jsonb) as g(id uuid, name text, text text)
        returning id
      ), documents as (
        insert into storage_documents (organization_id, entry_id, state)
        select ${organization_id}::uuid, id, 'indexed' from entries
      )
      insert into storage_chunks (organization_id, entry_id, seq, numbers, overlap, text)
      select ${organization_id}::uuid, g.id, g.seq, g.numbers, g.overlap, g.text
      from jsonb_to_recordset(${toJson(chunks)}::jsonb) as g(id uuid, seq int, numbers int[], overlap int, text text)`)
  }
  return paths
}

async function readAll(q: string): Promise<number> {
  let found = 0
  for (const path of paths) if ((await readFile(path)).indexOf(q) >= 0) found++
  return found
}

async function timed(work: () => Promise<number>) {
  let found = await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    found = await work()
    times.push(performance.now() - begun)
  }
  return { ...quantiles(times), found }
}

// Semantic search over HTTP in an organization of 100,000 chunks, and in one of 20,000 that has no index of its own yet,
// both among 1,000 organizations, against the bare query for the 60 nearest rows on the same table through the same driver.
// Goals: within 3 times the bare query; of the true ten nearest at least 0.95 are found. On PGlite, which has pgvector.
import { sql } from 'drizzle-orm'
import { createOrganization } from '#features/organizations/create-organization.ts'
import { embedLocally } from '#features/search/indexing/embed/local-embedding.ts'
import { MANY, makeOwnVectors, ownVectors } from '#features/search/indexing/vectors.ts'
import { vectorText } from '#features/search/indexing/write-chunks.ts'
import { IN_SIGHT, nearChunks } from '#features/search/semantic/near-chunks.ts'
import { findEntry } from '#features/storage/find-entry.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { fillWithVectors } from '#testing/storage/vectors.ts'
import { quantiles } from './lib/load.ts'
import { openApp } from './lib/open-app.ts'
import { topicalTexts } from './lib/texts.ts'

const total = Number(process.argv[2] ?? 100_000)
const dimensions = Number(process.argv[3] ?? 1536)
const rounds = 150
const asked = 100

const app = await openApp({ EMBEDDING_DIMENSIONS: String(dimensions) }, ['web'])
const { ctx, url } = app
const texts = topicalTexts()
const next = () => {
  const text = texts.passage()
  return { text, vector: embedLocally(text, dimensions) }
}

const begun = performance.now()
for (let count = 0; count < 998; count++) await settle(10)
const middle = await settle(total / 5)
const large = await settle(total, true)
await ctx.db.$client.query('analyze')
console.log(
  `${total} chunks of ${dimensions} numbers on PGlite, written and indexed in ${Math.round((performance.now() - begun) / 1000)} s`,
)

const ownTable = `storage_vectors_of_${large.id.replaceAll('-', '')}`
await measure(`an organization of ${total} chunks, through its own index`, large, ownTable)
const among = `storage_vectors_of_many where organization_id = '${middle.id}'`
await measure(`an organization of ${total / 5} chunks, one by one`, middle, among)
await app.close()

type Settled = Awaited<ReturnType<typeof settle>>

/** An organization with so many chunks and someone who can search in them. */
async function settle(chunks: number, isApart = false) {
  const user = await app.newUser(`somebody-${Math.random()}`)
  const organization = await createOrganization(ctx, { name: 'An organization', owner_id: user.id })
  const { id } = organization
  const own = extendContext(ctx, { organization, user, role: 'owner' as const })
  const root = (await findEntry(own, '/')).entry
  // Vectors are put into an index at once here, which is many times as fast as one by one.
  if (isApart)
    await ctx.db.execute(
      sql`create table ${ownVectors(id)} partition of storage_vectors for values in (${sql.raw(`'${id}'`)})`,
    )
  await fillWithVectors(ctx, root, chunks, next, isApart ? id : MANY)
  if (isApart) {
    await ctx.db.execute(sql`set maintenance_work_mem = '1GB'`)
    await makeOwnVectors(ctx, id, dimensions)
  }
  return { id, root: root.id, own, cookie: await app.cookieOf(user.id) }
}

async function measure(name: string, place: Settled, from: string): Promise<void> {
  const questions = Array.from({ length: asked }, texts.question)
  const vectors = questions.map((question) => vectorText(embedLocally(question, dimensions)))
  // As wide a look as ours, or the floor would find fewer.
  await ctx.db.$client.query(`set hnsw.ef_search = ${IN_SIGHT}`)
  const bare = await timed((round) =>
    ctx.db.$client.query({
      name: `bare ${name}`,
      text: `select entry_id, seq from ${from} order by embedding <=> $1::vector limit 60`,
      values: [vectors[round % asked]],
    }),
  )
  const path = `/api/organizations/${place.id}/storage/semantic-search`
  const ours = await timed(async (round) => {
    const q = encodeURIComponent(questions[round % asked] ?? '')
    const answer = await fetch(`${url}${path}?q=${q}`, { headers: { cookie: place.cookie } })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
  })
  const line = ({ p50, p99 }: typeof ours) => `p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`
  console.log(`${name}\n  floor      ${line(bare)}\n  alongside  ${line(ours)}`)
  console.log(
    `  ×${(ours.p50 / bare.p50).toFixed(2)} of the floor (goal 3)  recall at 10: ${(await recall(place, vectors)).toFixed(3)} (goal 0.95)\n`,
  )
}

async function recall({ id, own, root }: Settled, vectors: string[]): Promise<number> {
  let found = 0
  for (const vector of vectors) {
    const { rows } = await ctx.db.execute<{ key: string }>(sql`
      select entry_id || ' ' || seq as key from storage_vectors where organization_id = ${id}
      order by (embedding <=> ${vector}::vector) + 0 limit 10`)
    const near = await nearChunks(own, [root], vector, dimensions)
    const keys = new Set(near.slice(0, 10).map(({ entry_id, seq }) => `${entry_id} ${seq}`))
    found += rows.filter(({ key }) => keys.has(key)).length / rows.length
  }
  return found / vectors.length
}

async function timed(work: (round: number) => Promise<unknown>) {
  for (let round = 0; round < 20; round++) await work(round)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await work(round)
    times.push(performance.now() - begun)
  }
  return quantiles(times)
}

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendContext } from '#platform/bus/create-context.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { hasVectors, searchAt, settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { clusteredVectors, fillWithVectors } from '#testing/storage/vectors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { findEntry } from '../../storage/find-entry.ts'
import { moveToDedicated, returnToShared } from '../indexing/dedicated-vectors.ts'
import { listOwners } from '../indexing/vectors.ts'
import { vectorText } from '../indexing/write-chunks.ts'
import { nearChunks } from './near-chunks.ts'

const DIMENSIONS = 300
const LARGE = 1000
const ASKED = 15
const next = clusteredVectors(DIMENSIONS)

let app: TestApp
let isPossible: boolean
beforeAll(async () => {
  app = await startTestApp({ env: { EMBEDDING_DIMENSIONS: String(DIMENSIONS) } })
  isPossible = await hasVectors(app)
  if (!isPossible) return
  for (let count = 0; count < 20; count++) await givenChunks(20)
})
afterAll(() => app.close())

/** An organization with so many chunks, of which some lie in the folder `few`. */
async function givenChunks(count: number, few = 0) {
  const { people, member } = await givenStorage(app)
  await member.folder('few')
  const ctx = extendContext(app.ctx, { organization: people.organization })
  const root = (await findEntry(ctx, '/')).entry
  const folder = (await findEntry(ctx, 'few')).entry
  await fillWithVectors(app.ctx, root, count - few, next)
  await fillWithVectors(app.ctx, folder, few, next)
  return { ctx, root: root.id, folder: folder.id, member, organization_id: people.organization.id }
}

/** How much of the ten nearest chunks is found, on average, and whether everything found lies where it should. */
async function recall(ctx: OrgContext, start: string, few?: number): Promise<number> {
  let found = 0
  for (let round = 0; round < ASKED; round++) {
    const vector = vectorText(next())
    const { rows } = await ctx.db.execute<{ key: string }>(sql`
      select v.entry_id || ' ' || v.seq as key from storage_vectors v
      join storage_entries e on e.organization_id = v.organization_id and e.id = v.entry_id
      where v.organization_id = ${ctx.organization.id} and (e.parent_id = ${start} or exists (
        select 1 from storage_entries where id = ${start} and parent_id is null))
      order by (v.embedding <=> ${vector}::vector) + 0 limit 10`)
    const near = await nearChunks(ctx, [start], vector, DIMENSIONS, few)
    const keys = new Set(near.slice(0, 10).map(({ entry_id, seq }) => `${entry_id} ${seq}`))
    found += rows.filter(({ key }) => keys.has(key)).length / rows.length
  }
  return found / ASKED
}

const tableOf = async (organization_id: string) => {
  const { rows } = await app.ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from storage_vectors where apart = ${organization_id}`,
  )
  return rows[0]?.count
}

test('a large organization among many finds what is near, before, while and after it gets an index of its own', async () => {
  if (!isPossible) return
  const { ctx, root, folder, organization_id } = await givenChunks(1500, 200)
  expect(await recall(ctx, root)).toBe(1)
  // A turn ends after twenty seconds, whatever is left.
  while ((await tableOf(organization_id)) !== 1500) await moveToDedicated(app.ctx, { organization_id }, LARGE)
  expect(await recall(ctx, root)).toBeGreaterThanOrEqual(0.95)
  expect(await recall(ctx, folder), 'a few compared one by one').toBe(1)
  expect(await recall(ctx, folder, 0), 'a few through the index').toBeGreaterThanOrEqual(0.95)

  await fillWithVectors(app.ctx, { organization_id, id: root }, 300, next)
  expect(await recall(ctx, root), 'with what came since').toBeGreaterThanOrEqual(0.95)
})

test('an organization with a table of its own continues as before, and gives it back when it shrinks', async () => {
  if (!isPossible) return
  const { people, member } = await givenStorage(app)
  const { id: organization_id } = people.organization
  await member.folder('docs')
  await member.upload('returns.md', 'Orders may be returned within 30 days.', 'docs')
  await member.upload('delivery.md', 'Parcels leave the warehouse in the afternoon.')
  for (const path of ['docs/returns.md', 'delivery.md']) await settled(member, path)
  await moveToDedicated(app.ctx, { organization_id }, 1)
  expect(await tableOf(organization_id)).toBe(2)
  const found = async (q: string, path?: string) =>
    String((await searchAt(member, 'semantic-search', q, path)).body.results[0]?.passage)
  expect(await found('returning an order')).toMatch('returned within')
  expect(await found('warehouse', 'docs')).not.toMatch('warehouse')

  await member.upload('delivery.md', 'Gift cards are sent by mail.')
  await settled(member, 'delivery.md')
  expect(await found('gift cards')).toMatch('sent by mail')
  expect(await found('warehouse')).not.toMatch('warehouse')
  await member.remove('docs')
  expect(await found('orders returned')).not.toMatch('returned within')

  await returnToShared(app.ctx, 4)
  expect(await tableOf(organization_id)).toBe(0)
  expect(await found('gift cards')).toMatch('sent by mail')
})

test('the table of an organization that is deleted goes with it', async () => {
  if (!isPossible) return
  const { organization_id } = await givenChunks(30)
  await moveToDedicated(app.ctx, { organization_id }, 10)
  expect(await listOwners(app.ctx)).toContain(organization_id)
  await app.ctx.db.delete(organizations).where(eq(organizations.id, organization_id))
  await returnToShared(app.ctx, 10)
  expect(await listOwners(app.ctx)).not.toContain(organization_id)
})

test('a pgvector that is too old to walk past what may not be read compares everything, and misses nothing', async () => {
  if (!isPossible) return
  const { ctx, root, organization_id } = await givenChunks(LARGE + 100)
  const { rows } = await ctx.db.execute<{ extversion: string }>(
    sql`select extversion from pg_extension where extname = 'vector'`,
  )
  const setVersion = (version = '') =>
    ctx.db.execute(sql`update pg_extension set extversion = ${version} where extname = 'vector'`)
  await setVersion('0.7.4')
  try {
    await moveToDedicated(app.ctx, { organization_id }, LARGE)
    expect(await listOwners(app.ctx)).not.toContain(organization_id)
    expect(await recall(ctx, root)).toBe(1)
  } finally {
    await setVersion(rows[0]?.extversion)
  }
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { hasVectors, searchAt } from '#testing/storage/documents.ts'
import { givenStorage, type StorageClient } from '#testing/storage/storage.ts'
import { claimDocument, claimOutdated, recoverLostDocuments } from '../../storage/documents/claim-document.ts'
import { readCollection } from './collection.ts'
import { ExtractionThread } from './extract/extraction-thread.ts'
import { indexDocument } from './index-document.ts'
import { INDEX_VERSION } from './index-version.ts'
import { indexWaitingDocuments } from './index-waiting.ts'

/** Without workers of its own, so that a test decides when documents are refreshed. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ parts: ['web'] })
})
afterAll(() => app.close())

const QUESTION = '退货'

/** An organization with documents as the previous index version stored them: a Chinese clause was one word. */
async function givenOutdated(files: Record<string, string>) {
  const given = await givenStorage(app)
  for (const [name, text] of Object.entries(files)) await given.member.upload(name, text)
  await indexWaitingDocuments(app.ctx)
  await makeOutdated(given.organization.id)
  return given
}

async function makeOutdated(organization_id: string): Promise<void> {
  await app.ctx.db.execute(sql`
    update storage_documents set index_version = 0 where organization_id = ${organization_id}`)
  await app.ctx.db.execute(sql`
    update storage_chunks set words = to_tsvector('simple', text), folded = null where organization_id = ${organization_id}`)
  if (!(await hasVectors(app))) return
  await app.ctx.db.execute(sql`
    update storage_vectors set embedding = ${axis(app.config.EMBEDDING_DIMENSIONS)}::vector where organization_id = ${organization_id}`)
}

/** A vector that nothing asked lies near. */
const axis = (dimensions: number) => `[${Array.from({ length: dimensions }, (_, at) => (at === 0 ? 1 : 0)).join(',')}]`

async function statesOf(member: StorageClient) {
  return (await member.list('/')).map(({ index_state }) => index_state)
}

async function refresh(claim: NonNullable<Awaited<ReturnType<typeof claimOutdated>>>) {
  await using thread = new ExtractionThread()
  const collection = await readCollection(app.ctx)
  await indexDocument(app.ctx, claim, collection.state === 'ready' ? collection.embedder : null, thread)
}

async function claimed() {
  const claim = await claimOutdated(app.ctx, INDEX_VERSION)
  if (!claim) throw new Error('Nothing is outdated')
  return claim
}

test('a document of an older index version stays searchable until its refresh, which makes it found by every script', async () => {
  const { member } = await givenOutdated({ 'returns.md': '退货政策：客户可以退货。Größe', 'other.md': 'Hours' })
  expect((await searchAt(member, 'search', QUESTION)).body.matched_files).toBe(1)
  expect((await searchAt(member, 'search', 'grosse')).body.matched_files).toBe(0)
  if (await hasVectors(app)) expect((await searchAt(member, 'semantic-search', QUESTION)).body.results).toEqual([])
  const before = app.events.all().length

  const claim = await claimed()
  expect(await statesOf(member)).toEqual(['Indexed', 'Indexed'])
  expect((await searchAt(member, 'search', QUESTION)).body).toMatchObject({ matched_files: 1, truncated: false })
  await refresh(claim)
  await indexWaitingDocuments(app.ctx)

  expect(await statesOf(member)).toEqual(['Indexed', 'Indexed'])
  expect((await searchAt(member, 'search', 'grosse')).body.matched_files).toBe(1)
  if (await hasVectors(app))
    expect((await searchAt(member, 'semantic-search', QUESTION)).body.results).toMatchObject([{ path: 'returns.md' }])
  expect(await claimOutdated(app.ctx, INDEX_VERSION)).toBe(null)
  expect(app.events.all().slice(before)).toEqual([])
})

test('a large document is refreshed too', async () => {
  const { member } = await givenOutdated({ 'large.md': `${'a line of a handbook\n'.repeat(8000)}Größe` })
  await indexWaitingDocuments(app.ctx)
  expect(await statesOf(member)).toEqual(['Indexed'])
  expect((await searchAt(member, 'search', 'grosse')).body.matched_files).toBe(1)
})

test('uploads are indexed before outdated documents, and organizations take turns', async () => {
  const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.md`, 'one of many']))
  const many = await givenOutdated(twenty)
  const one = await givenOutdated({ 'only.md': 'the only one' })
  await makeOutdated(many.organization.id)
  const { member, organization } = await givenStorage(app)
  await member.upload('new.md', 'new')
  const [first, second] = [many.organization.id, one.organization.id].toSorted()
  expect((await claimOutdated(app.ctx, INDEX_VERSION, first))?.organization_id).toBe(second)
  expect((await claimOutdated(app.ctx, INDEX_VERSION, second))?.organization_id).toBe(first)
  await indexWaitingDocuments(app.ctx)
  const written = await listByTransaction([many.organization.id, organization.id])
  expect(written[0]).toBe('new.md')
  expect(written.length).toBeGreaterThan(15)
  app.clock.advance(2 * 60_000)
  await recoverLostDocuments(app.ctx)
  app.clock.advance(2 * 60_000)
  while (await countOutdated()) await indexWaitingDocuments(app.ctx)
})

/** The refreshed files and those indexed for the first time, in the order in which their chunks were written. */
async function listByTransaction(organization_ids: string[]): Promise<string[]> {
  const { rows } = await app.ctx.db.execute<{ name: string }>(sql`
    select e.name from storage_chunks c join storage_entries e on e.id = c.entry_id join storage_documents d on d.entry_id = e.id
    where c.organization_id = any(${sql.param(`{${organization_ids.join(',')}}`)}::uuid[]) and d.lease_id is null
    order by c.xmin::text::bigint`)
  return rows.map(({ name }) => name)
}

async function countOutdated(): Promise<number> {
  const { rows } = await app.ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from storage_documents where state = 'indexed' and index_version < ${INDEX_VERSION}`,
  )
  return rows[0]?.count ?? 0
}

test('a document that an older index version could not read is tried once more by a newer one', async () => {
  const { member, organization } = await givenStorage(app)
  await member.upload('report.md', 'quarterly figures')
  await member.upload('broken.docx', 'no document at all')
  await indexWaitingDocuments(app.ctx)
  const attempts = async () => {
    const { rows } = await app.ctx.db.execute<{ attempts: number }>(sql`
      select attempts from storage_documents where organization_id = ${organization.id} and state = 'failed'`)
    return rows.map((row) => row.attempts)
  }
  await indexWaitingDocuments(app.ctx)
  expect(await attempts()).toEqual([1])
  await app.ctx.db.execute(sql`
    update storage_documents set state = 'failed', error = 'Not readable', index_version = 0
    where organization_id = ${organization.id}`)

  await indexWaitingDocuments(app.ctx)
  expect((await member.list('/')).map(({ name, index_state }) => [name, index_state]).toSorted()).toEqual([
    ['broken.docx', 'Indexing failed'],
    ['report.md', 'Indexed'],
  ])
  expect((await searchAt(member, 'search', 'quarterly')).body.matched_files).toBe(1)
  await indexWaitingDocuments(app.ctx)
  expect(await attempts()).toEqual([2])
})

test('a file that changes during its refresh keeps none of its old text', async () => {
  const { member } = await givenOutdated({ 'one.md': 'the old text' })
  const overtaken = await claimed()
  await member.upload('one.md', 'the new text')
  await refresh(overtaken)
  expect(await statesOf(member)).toEqual(['Queued for indexing'])
  await indexWaitingDocuments(app.ctx)
  expect((await searchAt(member, 'search', 'the old')).body.matched_files).toBe(0)
  expect((await searchAt(member, 'search', 'the new')).body.matched_files).toBe(1)
})

test('a document that crashes its indexer is refreshed three times at most and keeps its old text', async () => {
  const { member } = await givenOutdated({ 'deadly.md': '退货政策' })
  for (let attempt = 1; attempt <= 3; attempt++) {
    await claimed()
    app.clock.advance(2 * 60_000)
    await recoverLostDocuments(app.ctx)
    app.clock.advance(2 * 60_000)
  }
  expect(await claimOutdated(app.ctx, INDEX_VERSION)).toBe(null)
  expect(await claimDocument(app.ctx, INDEX_VERSION)).toBe(null)
  expect(await statesOf(member)).toEqual(['Indexed'])
  expect((await searchAt(member, 'search', QUESTION)).body.matched_files).toBe(1)
})

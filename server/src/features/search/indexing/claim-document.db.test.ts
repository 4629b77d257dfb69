import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { givenStorage, type StorageClient } from '#testing/storage/storage.ts'
import { type Claim, claimDocument, recoverLostDocuments } from '../../storage/documents/claim-document.ts'
import { ExtractionThread } from './extract/extraction-thread.ts'
import { indexDocument } from './index-document.ts'
import { INDEX_VERSION } from './index-version.ts'
import { indexWaitingDocuments } from './index-waiting.ts'

const MINUTE = 60_000

/** Without workers of its own, so that a test decides who claims what. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ parts: ['web'] })
})
afterAll(() => app.close())

async function claimed(): Promise<Claim> {
  const claim = await claimDocument(app.ctx, INDEX_VERSION)
  if (!claim) throw new Error('Nothing waits')
  return claim
}

async function index(claim: Claim): Promise<void> {
  await using thread = new ExtractionThread()
  await indexDocument(app.ctx, claim, null, thread)
}

/** The holder of every document in hand goes silent, is found out, and what it held is due again. */
async function loseAll(): Promise<void> {
  app.clock.advance(2 * MINUTE)
  await recoverLostDocuments(app.ctx)
  app.clock.advance(2 * MINUTE)
}

const stateOf = async (storage: StorageClient, name: string) =>
  (await storage.list('/')).find((entry) => entry.name === name)

async function textsOf({ entry_id }: Claim): Promise<string[]> {
  const { rows } = await app.ctx.db.execute<{ text: string }>(
    sql`select text from storage_chunks where entry_id = ${entry_id} order by seq`,
  )
  return rows.map(({ text }) => text)
}

test('a process that lost a document to another writes nothing into it', async () => {
  const { member } = await givenStorage(app)
  await member.upload('one.txt', 'the text')
  const lost = await claimed()
  await loseAll()
  const holder = await claimed()
  expect(holder.entry_id).toBe(lost.entry_id)

  await index(lost)
  expect(await textsOf(holder)).toEqual([])
  expect(await stateOf(member, 'one.txt')).toMatchObject({ index_state: 'Indexing…' })
  await index(holder)
  expect(await textsOf(holder)).toEqual(['the text'])
  await index(lost)
  expect(await textsOf(holder)).toEqual(['the text'])
  expect(await stateOf(member, 'one.txt')).toMatchObject({ index_state: 'Indexed' })
})

test('a file that is changed or deleted while it is indexed leaves nothing of its old text', async () => {
  const { member } = await givenStorage(app)
  await member.upload('one.txt', 'the old text')
  const overtaken = await claimed()
  await member.upload('one.txt', 'the new text')
  await index(overtaken)
  expect(await textsOf(overtaken)).toEqual([])
  const present = await claimed()
  await member.remove('one.txt')
  await index(present)
  expect(await textsOf(present)).toEqual([])
  expect(await claimDocument(app.ctx, INDEX_VERSION)).toBe(null)
})

test('a document whose indexing is interrupted three times fails and says so, and can be queued again', async () => {
  const { member } = await givenStorage(app)
  await member.upload('deadly.txt', 'it kills any process that reads it')
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect((await claimed()).attempts).toBe(attempt)
    await loseAll()
  }
  expect(await claimDocument(app.ctx, INDEX_VERSION)).toBe(null)
  expect(await stateOf(member, 'deadly.txt')).toMatchObject({
    index_state: 'Indexing failed',
    index_error: 'The indexing was interrupted 3 times',
  })
  await member.client.post(`${member.base}/folder/reindex`, {})
  await index(await claimed())
  expect(await stateOf(member, 'deadly.txt')).toMatchObject({ index_state: 'Indexed' })
})

test('an organization with one file does not wait for another that uploaded two hundred', async () => {
  const { member: many } = await givenStorage(app)
  const { member: one } = await givenStorage(app)
  for (let count = 0; count < 200; count++) await many.upload(`${count}.txt`, 'one of many')
  await one.upload('only.txt', 'the only one')
  const before = app.events.all().length
  const indexed = () =>
    app.events
      .all()
      .slice(before)
      .filter(({ name, payload }) => name === 'storage_file.updated' && payload.index_state === 'Indexed')
      .map(({ payload }) => payload.path)
  // A turn ends after ten seconds, whatever is left.
  while (indexed().length < 201) await indexWaitingDocuments(app.ctx)
  expect(indexed()).toHaveLength(201)
  expect(indexed().indexOf('only.txt')).toBeLessThan(50)
})

test('the organization that was served least lately is next, and others in turn', async () => {
  const organizations = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { member, organization } = await givenStorage(app)
      for (const name of ['one.txt', 'two.txt']) await member.upload(name, 'the text')
      return organization.id
    }),
  )
  const [first = '', second = '', third = ''] = organizations.sort()
  const next = async (served_last: string, ms: Record<string, number> = {}) => {
    const servedLately = (id: string) => ms[id] ?? 0
    const claim = await claimDocument(app.ctx, INDEX_VERSION, { served_last, servedLately })
    return claim?.organization_id
  }
  expect(await next(first, { [second]: 3000, [third]: 60_000 })).toBe(first)
  expect(await next(first)).toBe(second)
  expect(await next(first, { [second]: 3000 })).toBe(third)
  expect(await next(third, { [first]: 3000 })).toBe(second)
  expect(await next(second)).toBe(third)
  expect(await next(second)).toBe(first)
  expect(await next(second)).toBeUndefined()
})

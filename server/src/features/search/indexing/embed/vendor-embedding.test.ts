import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobDue } from '#platform/bus/timetable.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { hasVectors, searchAt, settled } from '#testing/documents.ts'
import { type EmbeddingFault, startEmbeddingsDouble } from '#testing/doubles/vendors/openai-embeddings.ts'
import { givenStorage } from '#testing/storage.ts'
import { indexWaiting } from '../../jobs.ts'

let app: TestApp
let vendor: Awaited<ReturnType<typeof startEmbeddingsDouble>>
let isPossible: boolean
beforeAll(async () => {
  vendor = await startEmbeddingsDouble({ key: 'vectors-key' })
  app = await startTestApp({ env: vendor.env })
  isPossible = await hasVectors(app)
})
beforeEach(() => {
  vendor.requests.length = 0
  vendor.always(null)
})
afterAll(async () => {
  await app.close()
  await vendor[Symbol.asyncDispose]()
})

test('a long document is embedded by the vendor in batches, and found by what it says', async () => {
  if (!isPossible) return
  const { member } = await givenStorage(app)
  const lines = Array.from({ length: 100 }, (_, at) => `${at} ${'word '.repeat(180)}`)
  lines[70] = `Elephants remember ${'everything '.repeat(80)}`
  await member.upload('long.md', lines.join('\n'))
  expect(await settled(member, 'long.md')).toMatchObject({ index_state: 'Indexed' })
  expect(vendor.requests.map(({ input }) => input.length)).toEqual([64, 36])
  expect(new Set(vendor.requests.map(({ model, dimensions }) => `${model} ${dimensions}`))).toEqual(
    new Set(['vectors-1 256']),
  )
  const { body } = await searchAt(member, 'semantic-search', 'what elephants remember')
  expect(body.embedding).toBe('vectors-1')
  expect(body.results[0]).toMatchObject({ path: 'long.md', first_line: 71 })
})

test('a document of an older index version is refreshed without paying for the vectors of the same text again', async () => {
  if (!isPossible) return
  const { member, organization } = await givenStorage(app)
  await member.upload('returns.md', 'Größe und Rückgabe')
  await settled(member, 'returns.md')
  expect(vendor.requests).toHaveLength(1)
  const { id } = organization
  await app.ctx.db.execute(sql`update storage_chunks set words = null, folded = null where organization_id = ${id}`)
  await app.ctx.db.execute(sql`update storage_documents set index_version = 0 where organization_id = ${id}`)
  await app.ctx.emit(jobDue, { name: indexWaiting.name })
  await expect
    .poll(async () => (await searchAt(member, 'search', 'grosse')).body.matched_files, { timeout: 60_000 })
    .toBe(1)
  expect(vendor.requests).toHaveLength(1)
  const { body } = await searchAt(member, 'semantic-search', 'ruckgabe')
  expect(body.results).toMatchObject([{ path: 'returns.md' }])
})

const passing: EmbeddingFault[] = [429, 503, 'drop', 'no_json']
test.each(passing)('what may pass (%s) is asked again, and nobody notices', async (fault) => {
  if (!isPossible) return
  const { member } = await givenStorage(app)
  vendor.fail(fault)
  await member.upload('patient.txt', 'patience')
  expect(await settled(member, 'patient.txt')).toMatchObject({ index_state: 'Indexed' })
  expect(vendor.requests.length).toBe(2)
})

const lasting: [EmbeddingFault, RegExp][] = [
  [401, /refused with status 401/],
  [400, /refused with status 400/],
  ['too_few', /did not answer with 1 vectors of 256 numbers/],
  ['too_short', /did not answer with 1 vectors of 256 numbers/],
]
test.each(lasting)('what will not pass (%s) fails the document at once, with a reason', async (fault, reason) => {
  if (!isPossible) return
  const { member } = await givenStorage(app)
  vendor.always(fault)
  await member.upload('refused.txt', 'refused')
  expect(await settled(member, 'refused.txt')).toMatchObject({
    index_state: 'Indexing failed',
    index_error: expect.stringMatching(reason),
  })
  expect(vendor.requests.length).toBe(1)
  const { status, body } = await searchAt(member, 'semantic-search', 'anything')
  expect([status, body.code]).toEqual([503, 'SEMANTIC_SEARCH_UNAVAILABLE'])
  expect((await searchAt(member, 'search', 'refused')).body.matched_files).toBe(1)

  vendor.always(null)
  await member.client.post(`${member.base}/file/reindex?path=refused.txt`, {})
  expect(await settled(member, 'refused.txt')).toMatchObject({ index_state: 'Indexed' })
})

test('a search whose vendor never answers ends and says so', async () => {
  if (!isPossible) return
  const { member } = await givenStorage(app)
  vendor.always('hang')
  const { status, body } = await searchAt(member, 'semantic-search', 'anything')
  expect([status, body.code]).toEqual([503, 'SEMANTIC_SEARCH_UNAVAILABLE'])
  expect(body.error).toMatch(/in time/)
})

test('a search whose client has gone away asks the vendor no longer', async () => {
  if (!isPossible) return
  const { member } = await givenStorage(app)
  vendor.always('hang')
  const gone = new AbortController()
  const before = vendor.hanging()
  const search = member.client.send(`${member.base}/semantic-search?q=anything`, { signal: gone.signal })
  await expect.poll(vendor.hanging).toBe(before + 1)
  gone.abort()
  await expect(search).rejects.toThrow(/abort/i)
  await expect.poll(vendor.hanging).toBe(before)
})

test('a passage that the vendor places far from the question is not found', async () => {
  if (!isPossible) return
  const { member } = await givenStorage(app)
  await member.upload('animals.md', 'Elephants remember')
  await settled(member, 'animals.md')
  expect((await searchAt(member, 'semantic-search', 'zzzqqq')).body.results).toEqual([])
  expect((await searchAt(member, 'semantic-search', 'elephant')).body.results).toMatchObject([{ path: 'animals.md' }])
})

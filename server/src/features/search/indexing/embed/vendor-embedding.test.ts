import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobDue } from '#platform/bus/timetable.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  type EmbeddingFault,
  type EmbeddingLimits,
  startEmbeddingsDouble,
} from '#testing/doubles/vendors/openai-embeddings.ts'
import { hasVectors, searchAt, settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'
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
  vendor.limit({})
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
  expect(vendor.requests.map(({ input }) => input.length)).toEqual([32, 32, 32, 4])
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

/** A server with limits of its own, whose process has not been asked before. */
async function givenLimited(limits: EmbeddingLimits) {
  const limited = await startEmbeddingsDouble({ key: 'vectors-key' })
  limited.limit(limits)
  const here = await startTestApp({ env: limited.env })
  const { member } = await givenStorage(here)
  return {
    limited,
    member,
    async [Symbol.asyncDispose]() {
      await here.close()
      await limited[Symbol.asyncDispose]()
    },
  }
}

const sizesOf = ({ requests }: { requests: readonly { input: readonly string[] }[] }) =>
  requests.map(({ input }) => input.length)
const long = Array.from({ length: 40 }, (_, at) => `${at} ${'word '.repeat(180)}`).join('\n')

test('a server that takes few texts at once is sent as many as it takes, from the second document on at once', async () => {
  if (!isPossible) return
  await using given = await givenLimited({ batch: 10 })
  const { member, limited } = given
  await member.upload('first.md', long)
  expect(await settled(member, 'first.md')).toMatchObject({ index_state: 'Indexed' })
  limited.requests.length = 0
  await member.upload('second.md', long.replaceAll('word', 'term'))
  expect(await settled(member, 'second.md')).toMatchObject({ index_state: 'Indexed' })
  expect(sizesOf(limited)).toEqual([8, 8, 8, 8, 8])
})

test('a server whose model has vectors of one length is not asked for a length, from the second call on', async () => {
  if (!isPossible) return
  await using given = await givenLimited({ dimensions: false })
  await given.member.upload('long.md', long)
  expect(await settled(given.member, 'long.md')).toMatchObject({ index_state: 'Indexed' })
  expect(given.limited.requests.map(({ dimensions }) => dimensions)).toEqual([256, undefined, undefined])
})

test('a text that is too long for a server is embedded by its beginning, and those after it as many at once as before', async () => {
  if (!isPossible) return
  await using given = await givenLimited({ characters: 910 })
  const { member, limited } = given
  await member.upload('long.md', `${long}\n${'long '.repeat(186)}`)
  expect(await settled(member, 'long.md')).toMatchObject({ index_state: 'Indexed' })
  expect(limited.requests.some(({ input }) => input.some((text) => text.length > 910))).toBe(true)
  limited.requests.length = 0
  await member.upload('second.md', long.replaceAll('word', 'term'))
  await settled(member, 'second.md')
  expect(sizesOf(limited)).toEqual([32, 8])
})

test('what a server refuses however it is asked fails the document after a few calls, with the reason', async () => {
  if (!isPossible) return
  const { member } = await givenStorage(app)
  vendor.always(400)
  await member.upload('long.md', long)
  expect(await settled(member, 'long.md')).toMatchObject({
    index_state: 'Indexing failed',
    index_error: expect.stringMatching(/refused with status 400/),
  })
  expect(vendor.requests.length).toBeLessThan(15)
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

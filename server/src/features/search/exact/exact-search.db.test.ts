import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestApp, testApp } from '#testing/app.ts'
import { searchAt, settled } from '#testing/storage/documents.ts'
import { givenStorage, type StorageClient } from '#testing/storage/storage.ts'

const app = await testApp()
const NINE_MB = 9_900_000

/** Files beside the one of this name, all with its bytes, written past the API. */
async function fill(organization_id: string, like: string, count: number, extension: string): Promise<void> {
  await app.ctx.db.execute(sql`
    insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
    select gen_random_uuid(), organization_id, parent_id, 'file ' || n || ${extension}, 'file', size, hash, is_encrypted,
      modified_at, modified_at
    from storage_entries, generate_series(1, ${count}::int) n where organization_id = ${organization_id} and name = ${like}`)
}

test('of a file of five million matching lines, the first thousand are counted and the first are shown', async () => {
  const { member } = await givenStorage(app)
  await member.upload('rows.sql', 'a\n'.repeat(NINE_MB / 2))
  const { status, body } = await searchAt(member, 'search', 'a')
  expect(status).toBe(200)
  expect(body).toMatchObject({ matched_files: 1, truncated: false, results: [{ path: 'rows.sql', matches: 1000 }] })
  expect(body.results[0].lines).toHaveLength(20)
  expect(body.results[0].lines[19]).toEqual({ line: 20, text: 'a', is_match: true })
})

test('a match at the end of a large file is found, with its line and the lines beside it', async () => {
  const { member } = await givenStorage(app)
  await member.upload('rows.log', `${'b\r\n'.repeat(1_000_000)}\r\nÇa y est: İstanbul\r\n\r\nend`)
  const { body } = await searchAt(member, 'search', 'Y EST')
  expect(body.results).toMatchObject([
    {
      matches: 1,
      lines: [
        { line: 1_000_000, text: 'b', is_match: false },
        { line: 1_000_002, text: 'Ça y est: İstanbul', is_match: true },
        { line: 1_000_004, text: 'end', is_match: false },
      ],
    },
  ])
})

test('among thousands of pictures and in hundreds of folders the one text is found', async () => {
  const { member, organization } = await givenStorage(app)
  await member.upload('picture.png', 'no text at all')
  await fill(organization.id, 'picture.png', 2500, '.png')
  for (let n = 0; n < 120; n++) await member.folder(`folder ${n}`)
  await member.upload('zz.log', 'the needle', 'folder 77')
  await member.upload('zzz.log', 'the needle')
  const { body } = await searchAt(member, 'search', 'needle')
  expect(body).toMatchObject({ matched_files: 2, truncated: false, resultsTruncated: false })
  expect(body.results.map(({ path }: { path: string }) => path)).toEqual(['zzz.log', 'folder 77/zz.log'])
})

test('one or two letters, which no index knows, are found in documents too, and in the file that is named', async () => {
  const { member } = await givenStorage(app)
  await member.upload('one.md', 'Ω stands here')
  await member.upload('two.md', 'nothing of the kind')
  for (const path of ['one.md', 'two.md']) await settled(member, path)
  expect((await searchAt(member, 'search', 'ω')).body.results).toMatchObject([{ path: 'one.md', matches: 1 }])
  expect((await searchAt(member, 'search', 'ω', 'one.md')).body.matched_files).toBe(1)
  expect((await searchAt(member, 'search', 'ω', 'two.md')).body.matched_files).toBe(0)
})

test('at most a thousand files are counted, and the answer says that there may be more', async () => {
  const { member, organization } = await givenStorage(app)
  await member.upload('needle.log', 'needle')
  await fill(organization.id, 'needle.log', 1100, '.log')
  const { body } = await searchAt(member, 'search', 'needle')
  expect(body).toMatchObject({ matched_files: 1000, truncated: true, resultsTruncated: true })
})

afterEach(() => void vi.restoreAllMocks())

/** From now on a search has so little time, as if it were over soon; also counts the searches that begin. */
function limitTime() {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  let most = Number.POSITIVE_INFINITY
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.min(ms, most)))
  return {
    begun: () => spy.mock.calls.filter(([ms]) => ms === SEARCH_MS).length,
    to(ms: number) {
      most = ms
    },
  }
}

const SEARCH_MS = 28_000
const NOTHING = { matched_files: 0, truncated: true, resultsTruncated: true, results: [] }

test('a search that waits for its turn until its time is over says that it did not look everywhere', async () => {
  const { member, organization } = await givenStorage(app)
  await member.upload('large.log', 'a line of a log\n'.repeat(600_000))
  await fill(organization.id, 'large.log', 2000, '.log')
  const time = limitTime()
  const gone = new AbortController()
  const long = [1, 2].map(() => abandonable(member, gone.signal).catch(() => 'gone'))
  await expect.poll(time.begun).toBe(2)
  time.to(300)
  const { status, body } = await searchAt(member, 'search', 'needle')
  expect([status, body]).toEqual([200, NOTHING])
  gone.abort()
  expect(await Promise.all(long)).toEqual(['gone', 'gone'])
})

test('eight searches at once are all answered', async () => {
  const { member } = await givenStorage(app)
  await member.upload('rows.sql', 'a\n'.repeat(NINE_MB / 2))
  const answers = await Promise.all(Array.from({ length: 8 }, () => searchAt(member, 'search', 'a')))
  expect(answers.map(({ body }) => body.matched_files)).toEqual(Array(8).fill(1))
})

test('eight concurrent searches neither miss nor double-count a file that becomes indexed meanwhile', async () => {
  const { member } = await givenStorage(app)
  for (let count = 8; count <= 40; count += 8) {
    for (let n = 0; n < 8; n++) await member.upload(`${count}-${n}.md`, 'the needle')
    const isWaiting = async () => (await member.list('/')).some(({ index_state }) => index_state !== 'Indexed')
    do {
      const answers = await Promise.all(Array.from({ length: 8 }, () => searchAt(member, 'search', 'needle')))
      expect(answers.map(({ body }) => [body.matched_files, body.truncated])).toEqual(Array(8).fill([count, false]))
    } while (await isWaiting())
  }
})

/** A server beside which the chunks of all documents are locked, so that a search waits in the database. */
async function givenLocked() {
  // Nobody indexes there, who would wait for the lock too.
  const alone = await startTestApp({ parts: ['web'] })
  const given = await givenStorage(alone)
  const other = new pg.Client({ connectionString: alone.config.DATABASE_URL })
  await other.connect()
  await other.query('begin; lock table storage_chunks in access exclusive mode')
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return {
    ...given,
    waiting: async () => (await other.query(waits)).rowCount,
    async [Symbol.asyncDispose]() {
      await other.end()
      await alone.close()
    },
  }
}

test.skipIf(!app.config.DATABASE_URL)('a search whose client has gone away is stopped in the database', async () => {
  await using given = await givenLocked()
  const gone = new AbortController()
  const search = abandonable(given.member, gone.signal)
  await expect.poll(given.waiting).toBe(1)
  gone.abort()
  await expect(search).rejects.toThrow(/abort/i)
  // The lock is still held: nothing but a cancellation ends the wait for it.
  await expect.poll(given.waiting).toBe(0)
})

test.skipIf(!app.config.DATABASE_URL)(
  'a search whose time is over answers, and is stopped in the database',
  async () => {
    await using given = await givenLocked()
    limitTime().to(1000)
    const { status, body } = await searchAt(given.member, 'search', 'needle')
    expect([status, body]).toEqual([200, NOTHING])
    await expect.poll(given.waiting).toBe(0)
  },
)

const abandonable = ({ client, base }: StorageClient, signal: AbortSignal) =>
  client.send(`${base}/search?q=needle`, { signal })

import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { startTestApp } from '#testing/app.ts'
import { spawnServer } from '#testing/servers/server-process.ts'
import { hasVectors, searchAt, settled } from '#testing/storage/documents.ts'
import { givenStorage, storageClient } from '#testing/storage/storage.ts'
import { indexWaitingDocuments } from './index-waiting.ts'

test('a process that only answers requests can search by meaning from its first start', async () => {
  const app = await startTestApp({ parts: ['web'], template: 'migrated' })
  const { member } = await givenStorage(app)
  const { status, body } = await searchAt(member, 'semantic-search', 'anything')
  if (await hasVectors(app)) expect([status, body.results]).toEqual([200, []])
  else expect([status, body.code]).toEqual([503, 'SEMANTIC_SEARCH_UNAVAILABLE'])
  await app.close()
})

/** What a server that starts logs as a warning or worse. */
function logOf(logged: string[]) {
  return createLog({ level: 'warn', pretty: false }, { write: (line: string) => void logged.push(line) })
}

test('in a database that refuses vectors everything but semantic search works, and the start says so', async () => {
  const first = await startTestApp({ parts: ['web'] })
  const { people, member: before } = await givenStorage(first)
  const { ctx, config } = first
  // The type that the extension would make is there already.
  if (await hasVectors(first))
    await ctx.db.$client.query(
      `drop table storage_vectors; drop extension vector cascade; create domain vector as text; delete from storage_collection`,
    )
  await first.close()

  const logged: string[] = []
  const { DATA_DIR, DATABASE_URL = '' } = config
  const plain = await startTestApp({ env: { DATA_DIR, DATABASE_URL }, log: logOf(logged) })
  expect(logged.join()).toMatch(
    /(has no extension pgvector|the vectors cannot be prepared): everything but semantic search works/,
  )
  const member = storageClient(await plain.as(people.member), before.base)
  await member.upload('returns.md', 'Orders may be returned within 30 days.')
  expect(await settled(member, 'returns.md')).toMatchObject({ index_state: 'Indexed' })
  expect((await searchAt(member, 'search', 'within 30')).body).toMatchObject({ matched_files: 1, truncated: false })
  const refused = await searchAt(member, 'semantic-search', 'returning orders')
  expect([refused.status, refused.body.code]).toEqual([503, 'SEMANTIC_SEARCH_UNAVAILABLE'])
  await plain.close()
})

test('the start says of a pgvector before 0.8 that large organizations are searched without an index', async () => {
  const first = await startTestApp({ parts: ['web'] })
  if (!(await hasVectors(first))) return await first.close()
  await first.ctx.db.$client.query(`update pg_extension set extversion = '0.7.4' where extname = 'vector'`)
  await first.close()
  const logged: string[] = []
  const { DATA_DIR, DATABASE_URL = '' } = first.config
  const old = await startTestApp({ env: { DATA_DIR, DATABASE_URL }, parts: ['web'], log: logOf(logged) })
  expect(logged.join()).toContain('pgvector 0.7.4 is older than 0.8')
  await old.close()
})

test('vectors of another size stop the indexing until an operator recreates the collection', async () => {
  const first = await startTestApp({ env: { EMBEDDING_DIMENSIONS: '300' } })
  if (!(await hasVectors(first))) return await first.close()
  const { people, member: before } = await givenStorage(first)
  await before.upload('returns.md', 'Orders may be returned within 30 days.')
  await settled(before, 'returns.md')

  await first.close()

  const { DATA_DIR, DATABASE_URL = '' } = first.config
  const env = { DATA_DIR, DATABASE_URL, EMBEDDING_DIMENSIONS: '400' }
  const logged: string[] = []
  const log = createLog({ level: 'error', pretty: false }, { write: (line: string) => void logged.push(line) })
  const second = await startTestApp({ env, log })
  expect(logged.join()).toMatch(/indexing is stopped.*300 dimensions.*400 dimensions/)
  const stopped = storageClient(await second.as(people.member), before.base)
  await stopped.upload('new.md', 'Gift cards cannot be returned.')
  await indexWaitingDocuments(second.ctx)
  const states = async () => (await stopped.list('/')).map(({ name, index_state }) => [name, index_state])
  expect(await states()).toEqual([
    ['new.md', 'Queued for indexing'],
    ['returns.md', 'Indexed'],
  ])
  expect((await searchAt(stopped, 'search', 'returned')).body.matched_files).toBe(2)
  const refused = await searchAt(stopped, 'semantic-search', 'returning orders')
  expect([refused.status, refused.body.code]).toEqual([503, 'SEMANTIC_SEARCH_UNAVAILABLE'])
  expect(refused.body.error).toMatch(/300 dimensions.*400 dimensions/)
  await second.close()

  expect(await spawnServer(env, '--recreate-collection').ended).toEqual({ code: 0, stderr: '' })

  const third = await startTestApp({ env, parts: ['web'] })
  const again = storageClient(await third.as(people.member), before.base)
  expect((await again.list('/')).map(({ index_state }) => index_state)).toEqual(Array(2).fill('Queued for indexing'))
  await indexWaitingDocuments(third.ctx)
  expect((await again.list('/')).map(({ index_state }) => index_state)).toEqual(Array(2).fill('Indexed'))
  const found = await searchAt(again, 'semantic-search', 'returning orders')
  expect(found.body.results[0]).toMatchObject({ path: 'returns.md' })
  await third.close()
})

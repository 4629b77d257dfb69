import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { hasVectors, searchAt, settled } from '#testing/documents.ts'
import { startEmbeddingsDouble } from '#testing/doubles/vendors/openai-embeddings.ts'
import { spawnServer } from '#testing/server-process.ts'
import { givenStorage, storageClient } from '#testing/storage.ts'

test('a document that was being indexed when its server was killed is indexed after the restart', async () => {
  await using vendor = await startEmbeddingsDouble({ key: 'vectors-key' })
  const seeded = await startTestApp({ env: vendor.env, parts: ['web'] })
  const isPossible = await hasVectors(seeded)
  const { people, member: before } = await givenStorage(seeded)
  const { DATA_DIR, DATABASE_URL = '' } = seeded.config
  await seeded.close()
  if (!isPossible) return

  vendor.always('hang')
  const env = { ...vendor.env, DATA_DIR, DATABASE_URL }
  const server = spawnServer({ ...env, LOG_LEVEL: 'info' })
  const storage = storageClient(await server.withKey(people.private_key), '/api/private/storage')
  await storage.upload('amid.txt', 'Killed in the middle of its indexing.')
  await expect.poll(() => vendor.requests.length).toBe(1)
  expect((await storage.list('/'))[0]?.index_state).toBe('Indexing…')
  await server.kill('SIGKILL')

  vendor.always(null)
  const app = await startTestApp({ env })
  // What was interrupted is not tried again at once.
  app.clock.advance(5 * 60_000)
  const member = storageClient(await app.as(people.member), before.base)
  expect(await settled(member, 'amid.txt')).toMatchObject({ index_state: 'Indexed' })
  expect((await searchAt(member, 'semantic-search', 'killed in the middle')).body.results).toMatchObject([
    { path: 'amid.txt', passage: 'Killed in the middle of its indexing.' },
  ])
  await app.close()
})

import { beforeEach, expect, test } from 'vitest'
import { documentsQueued } from '#features/storage/events.ts'
import { storageDocuments } from '#features/storage/table.ts'
import { onEvent } from '#platform/reaction.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { layers, surfaces } from '../../features.ts'

let woken = 0
const count = async () => {
  woken += 1
}
const probe = { name: 'probe', reactions: [onEvent(documentsQueued, count)] }
// Nobody indexes here, so that a document stays as a test left it.
const app = await ownTestApp({ parts: ['web', 'realtime'], features: [...layers, ...surfaces, probe] })

async function givenDocument(state: 'indexed' | 'failed') {
  const { member } = await givenStorage(app)
  await member.upload('one.txt', 'one')
  await app.ctx.db.update(storageDocuments).set({ state })
  woken = 0
  return member
}
beforeEach(() => {
  woken = 0
})

test('a restored document wakes the indexers', async () => {
  const member = await givenDocument('indexed')
  const { trash_path } = (await member.remove('one.txt')).body
  expect(woken).toBe(0)
  expect((await member.restore(trash_path)).status).toBe(200)
  expect(woken).toBe(1)
})

test('a failed document that is indexed again wakes them, alone and with its folder', async () => {
  const member = await givenDocument('failed')
  expect((await member.client.post(`${member.base}/file/reindex?path=one.txt`, {})).status).toBe(200)
  expect(woken).toBe(1)
  await app.ctx.db.update(storageDocuments).set({ state: 'failed' })
  expect((await member.client.post(`${member.base}/folder/reindex?path=/`, {})).status).toBe(200)
  expect(woken).toBe(2)
  // Nothing has failed any more, so there is nothing to wake for.
  await member.client.post(`${member.base}/folder/reindex?path=/`, {})
  expect(woken).toBe(2)
})

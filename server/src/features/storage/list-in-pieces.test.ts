import { expect, test } from 'vitest'
import { StorageEntry } from '#contracts/storage.ts'
import { testApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

test('a folder of thousands of files is listed whole and in order, as a short one is', async () => {
  const { admin, key, organization } = await givenStorage(app)
  await admin.folder('many')
  await admin.folder('a "quoted" folder', 'many')
  await admin.upload('seed.log', 'x', 'many')
  const short = await admin.listing('many')
  await app.ctx.db.$client.query(
    `insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
     select gen_random_uuid(), organization_id, parent_id, 'file ' || n || '.log', 'file', size, hash, is_encrypted, now(), now()
     from storage_entries, generate_series(10001, 12500) n where organization_id = $1 and name = 'seed.log'`,
    [organization.id],
  )
  const long = await admin.listing('many')
  expect(long.headers.get('content-type')).toBe(short.headers.get('content-type'))
  expect(Object.keys(long.body).sort()).toEqual(Object.keys(short.body).sort())
  expect(long.body.permission_holders).toEqual(short.body.permission_holders)
  const files = StorageEntry.array().parse(long.body.files)
  const names = Array.from({ length: 2500 }, (_, nth) => `file ${10001 + nth}.log`)
  expect(files.map(({ name }) => name)).toEqual(['a "quoted" folder', ...names, 'seed.log'])
  const privately = await key.client.get('/api/private/storage/?path=many')
  expect(privately.body).toEqual({ success: true, data: long.body.files })
})

import { expect, test } from 'vitest'
import { StorageEntry } from '#contracts/storage.ts'
import { testApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

/** A folder `many` with a folder and thousands of files, which are written by one statement. */
async function givenManyFiles(count: number) {
  const given = await givenStorage(app)
  await given.admin.folder('many')
  await given.admin.folder('a "quoted" folder', 'many')
  await given.admin.upload('seed.log', 'x', 'many')
  const short = await given.admin.listing('many')
  await app.ctx.db.$client.query(
    `insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
     select gen_random_uuid(), organization_id, parent_id, 'file ' || n || '.log', 'file', size, hash, is_encrypted, now(), now()
     from storage_entries, generate_series(10001, 10000 + $2::int) n where organization_id = $1 and name = 'seed.log'`,
    [given.organization.id, count],
  )
  const files = Array.from({ length: count }, (_, nth) => `file ${10001 + nth}.log`)
  return { ...given, short, names: ['a "quoted" folder', ...files, 'seed.log'] }
}

test('a folder of thousands of files is listed whole and in order, as a short one is', async () => {
  const { admin, key, short, names } = await givenManyFiles(2500)
  const long = await admin.listing('many')
  expect(long.headers.get('content-type')).toBe(short.headers.get('content-type'))
  expect(Object.keys(long.body).sort()).toEqual(Object.keys(short.body).sort())
  expect(long.body.permission_holders).toEqual(short.body.permission_holders)
  const files = StorageEntry.array().parse(long.body.files)
  expect(files.map(({ name }) => name)).toEqual(names)
  expect(files.at(1)).toMatchObject({
    path: 'many/file 10001.log',
    type: 'file',
    size: 1,
    index_state: 'Not indexable',
  })
  const privately = await key.client.get('/api/private/storage/?path=many')
  expect(privately.body).toEqual({ success: true, data: long.body.files })
})

test('a teammate reads any part of a folder of thousands of files, with the number of those that follow', async () => {
  const { admin, organization, names } = await givenManyFiles(1200)
  const { id: employee_id } = await app.given.teammate(organization, { tools: ['storage.list'] })
  await admin.client.post(`${admin.base}/folder/share`, { path: 'many', permission: 'read', employee_id })
  const list = async (input: object) => {
    const path = `/api/organizations/${organization.id}/employees/${employee_id}/tools/call`
    const { body } = await admin.client.post(path, { tool: 'storage.list', input: { path: 'many', ...input } })
    return body.result
  }
  const part = await list({ offset: 1100, limit: 3 })
  expect(part).toMatchObject({ total: 1202, more: expect.stringMatching(/^99 more follow.* 1103\.$/) })
  expect(part.entries.map(({ path }: { path: string }) => path)).toEqual(
    names.slice(1100, 1103).map((name) => `many/${name}`),
  )
  const end = await list({ offset: 1201 })
  expect(end).not.toHaveProperty('more')
  expect(end.entries.map(({ path }: { path: string }) => path)).toEqual(['many/seed.log'])
  expect(await list({ offset: 5000 })).toEqual({ path: 'many', total: 1202, entries: [] })
})

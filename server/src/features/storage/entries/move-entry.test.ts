import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { settled } from '#testing/storage/documents.ts'
import { givenStorage, givenTree } from '#testing/storage/storage.ts'

const app = await testApp()
const conflict = { status: 409, body: { success: false, code: 'STORAGE_PATH_CONFLICT' } }

test('a folder that is renamed or moved takes everything below it along, and its name stays where it was put', async () => {
  const { key, member, organization } = await givenTree(app)
  const renamed = await key.rename('a', 'z')
  expect(renamed).toMatchObject({ status: 200, body: { data: { path: 'z', name: 'z', type: 'folder' } } })
  const moved = await key.move('/z', '/c/')
  expect(moved.body.data.path).toBe('c/z')
  expect(await member.tree()).toEqual(['c/', 'c/z/', 'c/z/b/', 'c/z/b/two.md', 'c/z/one.md'])
  expect((await key.download('c/z/b/two.md')).toString()).toBe('two')
  const here = ({ payload }: { payload: Record<string, unknown> }) => payload.organization_id === organization.id
  expect(app.events.find('storage_file.renamed', here)[0]?.payload).toMatchObject({ path: 'z', previous_path: 'a' })
  expect(app.events.find('storage_file.moved', here)[0]?.payload).toMatchObject({ path: 'c/z', previous_path: 'z' })
})

test('a copy is a tree of its own over the same bytes', async () => {
  const { member, organization } = await givenTree(app)
  expect(await member.copy('a', 'c')).toMatchObject({ status: 200, body: { path: 'c/a' } })
  await member.upload('two.md', 'changed', 'c/a/b')
  expect((await member.download('a/b/two.md')).toString()).toBe('two')
  expect((await member.download('c/a/one.md')).toString()).toBe('one')
  expect(await member.stats('c')).toEqual({ files: 2, folders: 2, bytes: 10 })
  expect(await settled(member, 'c/a/b/two.md')).toMatchObject({ index_state: 'Indexed' })
  const here = ({ payload }: { payload: Record<string, unknown> }) => payload.organization_id === organization.id
  expect(app.events.find('storage_file.copied', here)[0]?.payload).toMatchObject({ path: 'c/a', previous_path: 'a' })
})

test('what is taken is a conflict, for a rename, a move, a copy and a folder, and nothing changes', async () => {
  const { member, key } = await givenTree(app)
  await member.upload('one.md', 'other', 'c')
  const before = await member.tree()
  expect(await key.rename('a', 'c')).toMatchObject(conflict)
  expect(await key.rename('a', 'a')).toMatchObject(conflict)
  expect(await key.move('a/one.md', 'c')).toMatchObject(conflict)
  expect(await key.move('a/one.md', 'a')).toMatchObject(conflict)
  expect(await member.copy('a/one.md', 'c')).toMatchObject(conflict)
  expect(await key.folder('one.md', 'a')).toMatchObject(conflict)
  expect(await member.tree()).toEqual(before)
})

test('no folder goes into itself, nothing goes into a file, and the root stays', async () => {
  const { member, key } = await givenTree(app)
  const before = await member.tree()
  for (const dest of ['a', 'a/b']) {
    expect((await key.move('a', dest)).status).toBe(400)
    expect((await member.copy('a', dest)).status).toBe(400)
  }
  expect((await key.move('c', 'a/one.md')).status).toBe(404)
  expect((await key.move('nothing', 'c')).status).toBe(404)
  for (const answer of [await key.move('/', 'c'), await key.rename('/', 'x'), await key.remove('/')])
    expect(answer.status).toBe(400)
  expect(await member.tree()).toEqual(before)
})

test('a file keeps to the kinds that are kept, and its document follows its kind', async () => {
  const { member } = await givenTree(app)
  expect((await member.rename('a/one.md', 'one.exe')).status).toBe(400)
  expect((await member.rename('a/one.md', 'one.py')).body.index_state).toBe('Not indexable')
  expect((await member.rename('a/one.py', 'one.txt')).body.index_state).toBe('Queued for indexing')
})

test('a folder answers 400 where only a file will do, and a missing file 404', async () => {
  const { key } = await givenTree(app)
  for (const what of ['meta', 'download']) {
    expect((await key.client.get(`/api/private/storage/${what}?path=a`)).status).toBe(400)
    expect((await key.client.get(`/api/private/storage/${what}?path=/`)).status).toBe(400)
    expect((await key.client.get(`/api/private/storage/${what}?path=a/none.md`)).status).toBe(404)
    expect((await key.client.get(`/api/private/storage/${what}`)).status).toBe(400)
  }
  for (const path of ['none', 'a/one.md', 'a/one.md/x'])
    expect(await key.listing(path)).toMatchObject({ status: 404, body: { error: 'Storage path not found' } })
})

test('another organization’s files are as missing as none', async () => {
  const { organization } = await givenTree(app)
  const other = await givenStorage(app)
  expect(await other.member.tree()).toEqual([])
  expect((await other.key.listing('a')).status).toBe(404)
  const path = `/api/organizations/${organization.id}/storage`
  expect((await other.member.client.get(path)).status).toBe(404)
})

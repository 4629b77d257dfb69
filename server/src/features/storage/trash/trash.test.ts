import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { ownTestApp, startTestApp } from '#testing/app.ts'
import { searchAt, settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { collectUnnamedBytes } from '../bytes/collect-bytes.ts'
import { storageBlobs, storageDocuments, storageEntries } from '../table.ts'
import { eraseDetachedEntries } from './erase.ts'
import { purgeOldTrash } from './purge-old-trash.ts'

/** Its clock is moved by days. */
const app = await ownTestApp()
const DAY = 24 * 60 * 60 * 1000

async function given(at = app) {
  const all = await givenStorage(at)
  await all.member.client.post(`${all.member.base}/file/content`, { path: 'a/b/report.md', content: 'first' })
  return all
}
const STAMP = '\\.\\d{8}T\\d{9}Z'

test('a deleted file waits in the trash below its folders, with the time in its name, and is kept no more', async () => {
  const { key, member, organization } = await given()
  const { status, body } = await key.remove('a/b/report.md')
  expect(status).toBe(200)
  expect(body.data.path).toBe('a/b/report.md')
  expect(body.data.trash_path).toMatch(new RegExp(`^\\.trashbin/a/b/report${STAMP}\\.md$`))
  expect(await member.tree()).toEqual(['a/', 'a/b/'])
  expect(await member.tree('.trashbin')).toEqual(['.trashbin/a/', '.trashbin/a/b/', body.data.trash_path])
  expect((await key.download(body.data.trash_path)).toString()).toBe('first')
  expect(await member.list('.trashbin/a/b')).toMatchObject([{ index_state: 'Not indexable' }])
  expect(await member.stats('/')).toEqual({ files: 0, folders: 2, bytes: 0 })
  const here = ({ payload }: { payload: Record<string, unknown> }) => payload.organization_id === organization.id
  expect(app.events.find('storage_file.deleted', here)[0]?.payload.path).toBe('a/b/report.md')
})

test('a program with the private key deletes what is in the trash one by one, and never the whole of it', async () => {
  const { key, member } = await given()
  const { trash_path } = (await key.remove('a/b/report.md')).body.data
  for (const path of ['.trashbin', '/.trashbin', '.trashbin/', './.trashbin']) {
    const { status } = await key.remove(path)
    expect(status, path).toBe(400)
  }
  expect(await member.tree('.trashbin')).toContain(trash_path)
  expect((await key.remove(trash_path)).status).toBe(200)
  expect(await member.tree('.trashbin')).not.toContain(trash_path)
  expect((await member.remove('.trashbin')).status).toBe(200)
  expect(await member.tree('.trashbin')).toEqual([])
})

test('an entry is restored to where it was, its folders made again, beside what took its name', async () => {
  const { member } = await given()
  const first = (await member.remove('a/b/report.md')).body.trash_path
  await member.client.post(`${member.base}/file/content`, { path: 'a/b/report.md', content: 'second' })
  expect(await member.restore(first)).toMatchObject({ status: 200, body: { path: 'a/b/report (2).md' } })
  expect((await member.download('a/b/report (2).md')).toString()).toBe('first')
  expect(await member.tree('.trashbin')).toEqual([])

  const folder = (await member.remove('a/b')).body.trash_path
  const top = (await member.remove('a')).body.trash_path
  expect(await member.tree()).toEqual([])
  expect((await member.restore(`${folder}/report.md`)).body.path).toBe('a/b/report.md')
  expect((await member.restore(folder)).body).toMatchObject({ path: 'a/b (2)', type: 'folder' })
  expect((await member.restore(top)).body.path).toBe('a (2)')
  expect(await member.tree()).toEqual(['a (2)/', 'a/', 'a/b (2)/', 'a/b (2)/report (2).md', 'a/b/', 'a/b/report.md'])
  expect(await member.list('a/b')).toMatchObject([{ index_state: expect.stringMatching(/^(Queued|Index)/) }])
})

test('the trash lists what was deleted itself, the latest first, with where it was', async () => {
  const { member } = await given()
  const listed = async (query = '') => (await member.client.get(`${member.base}/trash${query}`)).body
  expect(await listed()).toMatchObject({ data: [], total: 0 })
  const file = (await member.remove('a/b/report.md')).body.trash_path
  const folder = (await member.remove('a/b')).body.trash_path
  await member.remove('a')
  expect((await listed()).data).toMatchObject([
    { path: expect.stringMatching(/^\.trashbin\/a\./), original_path: 'a', type: 'folder' },
    { path: folder, original_path: 'a/b' },
    { path: file, original_path: 'a/b/report.md', deleted_at: expect.any(String), size: 5 },
  ])
  expect(await listed('?limit=1&page=2')).toMatchObject({ data: [{ path: folder }], total: 3, hasMore: true })
  await member.restore(folder)
  expect((await listed()).data.map(({ original_path }: { original_path: string }) => original_path)).toEqual([
    'a',
    'a/b/report.md',
  ])
  // With the folder that only shows where something was, all that lies in it is gone at once.
  await member.remove('.trashbin/a')
  expect((await listed()).data).toMatchObject([{ original_path: 'a' }])
})

test('only what was deleted is restored, and nothing is put into the trash', async () => {
  const { member, key } = await given()
  const gone = (await member.remove('a/b/report.md')).body.trash_path
  for (const path of ['a', '.trashbin', '.trashbin/a']) expect((await member.restore(path)).status).toBe(400)
  expect((await member.restore('.trashbin/none')).status).toBe(404)
  for (const answer of [
    await key.upload('x.md', 'x', '.trashbin'),
    await key.folder('x', '.trashbin/a'),
    await key.move('a', '.trashbin'),
    await key.move(gone, '/'),
    await key.rename(gone, 'x.md'),
    await key.rename('.trashbin', 'x'),
    await member.copy('a', '.trashbin'),
    await member.client.put(`${member.base}/file/content`, { path: gone, content: 'x' }),
  ])
    expect(answer.status).toBe(400)
})

test('what is deleted in the trash is erased with everything below it, and empty folders there go too', async () => {
  const { member, organization } = await given()
  const gone = (await member.remove('a/b')).body.trash_path
  expect((await member.remove(gone)).body).toEqual({ path: gone, trash_path: null })
  expect(await member.tree('.trashbin')).toEqual([])
  expect((await member.restore(gone)).status).toBe(404)
  expect((await member.remove('.trashbin')).body.trash_path).toBe(null)
  expect(await member.tree('.trashbin')).toEqual([])
  const rows = () => app.ctx.db.select().from(storageEntries).where(eq(storageEntries.organization_id, organization.id))
  // The root, the trash and `a`.
  await expect.poll(async () => (await rows()).length).toBe(3)
})

test('after 30 days the trash is purged and after one more its bytes, but not those that are named elsewhere', async () => {
  const { key, member, organization } = await given()
  await member.client.post(`${member.base}/file/content`, { path: 'kept.md', content: 'kept' })
  await member.client.post(`${member.base}/file/content`, { path: 'c/copy.md', content: 'kept' })
  await member.remove('a')
  await member.remove('c/copy.md')
  app.clock.advance(29 * DAY)
  await purgeOldTrash(app.ctx)
  expect(await key.tree('.trashbin')).toHaveLength(5)
  app.clock.advance(1 * DAY + 1000)
  await purgeOldTrash(app.ctx)
  expect(await key.tree('.trashbin')).toEqual([])
  expect(await key.tree()).toEqual(['c/', 'kept.md'])

  const blobs = () => app.ctx.db.select().from(storageBlobs).where(eq(storageBlobs.organization_id, organization.id))
  const { plain } = app.ctx.ports.files(organization.id)
  const hashes = (await blobs()).map(({ hash }) => hash)
  expect(hashes).toHaveLength(2)
  const rows = () => app.ctx.db.select().from(storageEntries).where(eq(storageEntries.organization_id, organization.id))
  // The root, the trash, `c` and `kept.md`.
  await expect.poll(async () => (await rows()).length).toBe(4)
  await collectUnnamedBytes(app.ctx)
  expect(await blobs()).toHaveLength(2)
  app.clock.advance(1 * DAY + 1000)
  await collectUnnamedBytes(app.ctx)
  expect(await blobs()).toHaveLength(1)
  expect((await Promise.all(hashes.map((hash) => plain.has(hash)))).filter(Boolean)).toHaveLength(1)
  expect((await key.download('kept.md')).toString()).toBe('kept')
})

test('bytes that were overwritten can be read for one more day by the person who found them before', async () => {
  const { key, organization } = await givenStorage(app)
  await key.upload('a.txt', 'old')
  const [before] = await app.ctx.db.select().from(storageEntries).where(eq(storageEntries.name, 'a.txt'))
  app.clock.advance(3 * DAY)
  await key.upload('a.txt', 'new')
  const { plain } = app.ctx.ports.files(organization.id)
  await collectUnnamedBytes(app.ctx)
  expect((await text(await plain.open(before?.hash ?? ''))).toString()).toBe('old')
  app.clock.advance(1 * DAY + 1000)
  await collectUnnamedBytes(app.ctx)
  expect(await plain.has(before?.hash ?? '')).toBe(false)
  expect((await key.download('a.txt')).toString()).toBe('new')
})

test('the purge ends although something old lies below what is being erased', async () => {
  // No job of this server erases what is detached before the test has looked at it.
  const quiet = await startTestApp({ parts: ['web'] })
  onTestFinished(() => quiet.close())
  const { member, organization } = await given(quiet)
  const inner = (await member.remove('a/b')).body.trash_path
  const { rows } = await quiet.ctx.db.$client.query(
    `update storage_entries set parent_id = null, name = 'erased ' || id
     where organization_id = $1 and name = 'a' and parent_id in (select id from storage_entries where name = '.trashbin')
     returning id`,
    [organization.id],
  )
  expect(rows).toHaveLength(1)
  quiet.clock.advance(31 * DAY)
  await purgeOldTrash(quiet.ctx)
  // What is detached is left to the job that erases it.
  const names = async () => {
    const where = eq(storageEntries.organization_id, organization.id)
    return (await quiet.ctx.db.select().from(storageEntries).where(where)).map(({ name }) => name).sort()
  }
  expect(await names()).toContain(inner.split('/').at(-1))
  await eraseDetachedEntries(quiet.ctx)
  expect(await names()).toEqual(['', '.trashbin', 'a'])
})

test('documents of a folder too large to be settled at once go soon after it, and come back with it', async () => {
  const { member, organization } = await givenStorage(app)
  await member.folder('large')
  await member.upload('one.md', 'the needle', 'large')
  await app.ctx.db.$client.query(
    `insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
     select gen_random_uuid(), organization_id, parent_id, 'picture ' || n || '.png', 'file', size, hash, is_encrypted, now(), now()
     from storage_entries, generate_series(1, 1500) n where organization_id = $1 and name = 'one.md'`,
    [organization.id],
  )
  await settled(member, 'large/one.md')
  const documents = async () =>
    (await app.ctx.db.select().from(storageDocuments).where(eq(storageDocuments.organization_id, organization.id)))
      .length
  const gone = (await member.remove('large')).body.trash_path
  expect((await searchAt(member, 'search', 'needle')).body.matched_files).toBe(0)
  await expect.poll(documents).toBe(0)
  await member.restore(gone)
  await expect.poll(documents).toBe(1)
  await settled(member, 'large/one.md')
  expect((await searchAt(member, 'search', 'needle')).body.matched_files).toBe(1)
})

test('documents of what is being erased hold up no others', async () => {
  const { member, organization } = await givenStorage(app)
  await member.folder('gone')
  await member.upload('one.md', 'one', 'gone')
  await settled(member, 'gone/one.md')
  const { $client } = app.ctx.db
  await $client.query(
    `with made as (
       insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
       select gen_random_uuid(), organization_id, parent_id, n || '.md', 'file', size, hash, is_encrypted, now(), now()
       from storage_entries, generate_series(1, 100) n where organization_id = $1 and name = 'one.md' returning id)
     insert into storage_documents (organization_id, entry_id, due_at) select $1, id, now() - interval '1 day' from made`,
    [organization.id],
  )
  await $client.query(
    `update storage_entries set parent_id = null, name = 'erased ' || id where organization_id = $1 and name = 'gone'`,
    [organization.id],
  )
  await member.upload('kept.md', 'kept')
  expect(await settled(member, 'kept.md')).toMatchObject({ index_state: 'Indexed' })
})

test('bytes that are uploaded again while they are collected are there for anyone who uploaded them', async () => {
  const { key } = await givenStorage(app)
  for (let round = 0; round < 10; round++) {
    const text = `round ${round}`
    await key.upload('a.txt', text)
    await key.upload('a.txt', 'something else')
    app.clock.advance(2 * DAY)
    const [, ...answers] = await Promise.all([
      collectUnnamedBytes(app.ctx),
      key.upload('b.txt', text),
      key.upload('c.txt', text),
      collectUnnamedBytes(app.ctx),
    ])
    expect(answers.map((answer) => answer && answer.status < 300)).toEqual([true, true, undefined])
    for (const name of ['b.txt', 'c.txt']) expect((await key.download(name)).toString()).toBe(text)
  }
})

test('two deletes and two restores of one entry at once do it once', async () => {
  const { member } = await given()
  const deletes = await Promise.all([member.remove('a'), member.remove('a')])
  expect(deletes.map(({ status }) => status).sort()).toEqual([200, 404])
  const path = deletes.find(({ status }) => status === 200)?.body.trash_path
  const restores = await Promise.all([member.restore(path), member.restore(path)])
  expect(restores.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await member.tree()).toEqual(['a/', 'a/b/', 'a/b/report.md'])
})

test('a name as long as a name may be is deleted and restored', async () => {
  const { member } = await givenStorage(app)
  const name = `${'ä'.repeat(126)}.md`
  await member.upload(name, 'x')
  const gone = (await member.remove(name)).body.trash_path
  expect(Buffer.byteLength(gone.split('/').at(-1))).toBeLessThanOrEqual(255)
  expect((await member.restore(gone)).body.path).toBe(name)
})

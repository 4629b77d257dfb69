import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { startTestApp, type TestApp, testApp } from '#testing/app.ts'
import { watchStatements } from '#testing/database/statements.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

async function given(on: TestApp = app) {
  const all = await givenStorage(on)
  const teammate = await on.given.teammate(all.organization, { name: 'Robin', role: 'Support' })
  const other = await on.given.teammate(all.organization, { name: 'Kim' })
  const { client, base } = all.admin
  for (const path of ['team/plans/q1.md', 'team/notes.md', 'other/secret.md'])
    await client.post(`${base}/file/content`, { path, content: path })
  const share = (path: string, permission = 'read', employee_id = teammate.id) =>
    client.post(`${base}/folder/share`, { path, employee_id, permission })
  const unshare = (path: string, employee_id = teammate.id) =>
    client.delete(`${base}/folder/share?path=${encodeURIComponent(path)}&employee_id=${employee_id}`)
  const shares = async (path: string) => (await client.get(`${base}/folder/share?path=${path}`)).body.shares
  const access = async (id = teammate.id) => (await client.get(`${base}/employees/${id}/access`)).body
  const search = async (q: string, more = '', id = teammate.id, by = client) =>
    (await by.get(`${base}/employees/${id}/entries/search?q=${encodeURIComponent(q)}${more}`)).body
  return { ...all, teammate, other, share, unshare, shares, access, search }
}
const robin = ({ id }: { id: string }) => ({ employee_id: id, name: 'Robin', role: 'Support' })

test('a shared folder is the teammate’s with everything below, where it says that it comes from above', async () => {
  const { admin, teammate, share, shares, access } = await given()
  const first = await share('team', 'write')
  const own = { ...robin(teammate), permission: 'write', from_parent: false }
  expect(first).toMatchObject({ status: 200, body: { path: 'team', shares: [own] } })
  expect(await shares('team/plans')).toEqual([{ ...own, from_parent: true, parent_path: 'team' }])
  expect(await shares('other')).toEqual([])
  const listing = async (path: string) => (await admin.listing(path)).body.permission_holders
  expect(await listing('team/plans')).toEqual([robin(teammate)])
  expect(await listing('/')).toEqual([])
  expect((await admin.list('/')).map(({ name, shared }) => [name, shared])).toEqual([
    ['other', false],
    ['team', true],
  ])
  expect(await access()).toEqual({
    folders: [{ path: 'team', permission: 'write', from_parent: false }],
    permission_holders: [robin(teammate)],
    effective_permissions: { team: { permission: 'write', from_parent: false } },
  })
})

test('a permission from above is neither changed nor taken back on the child', async () => {
  const { share, unshare, shares } = await given()
  await share('team', 'read')
  const inherited = { status: 409, body: { code: 'STORAGE_PERMISSION_INHERITED' } }
  expect(await share('team/plans', 'write')).toMatchObject(inherited)
  expect(await unshare('team/plans')).toMatchObject(inherited)
  expect(await shares('team/plans')).toMatchObject([{ permission: 'read', from_parent: true }])
  expect((await share('team', 'write')).body.shares).toMatchObject([{ permission: 'write' }])
  expect((await unshare('team')).body.shares).toEqual([])
  expect((await unshare('team')).status).toBe(404)
  expect(await shares('team/plans')).toEqual([])
})

test('of a permission on the child and one from above the stronger counts', async () => {
  const { share, shares, access } = await given()
  await share('team/plans', 'write')
  await share('team', 'read')
  expect(await shares('team/plans')).toMatchObject([{ permission: 'write', from_parent: false }])
  await share('team', 'write')
  expect(await shares('team/plans')).toMatchObject([{ permission: 'write', from_parent: true }])
  expect((await access()).effective_permissions).toEqual({
    team: { permission: 'write', from_parent: false },
    'team/plans': { permission: 'write', from_parent: true },
  })
})

test('a permission of the child’s own that is stronger than the one from above is changed on the child', async () => {
  const { share, unshare, shares } = await given()
  await share('team/plans', 'write')
  await share('team', 'read')
  expect((await share('team/plans', 'write')).status).toBe(200)
  expect((await share('team/plans', 'read')).status).toBe(200)
  expect(await shares('team/plans')).toMatchObject([{ permission: 'read', from_parent: true }])
  expect((await share('team/plans', 'write')).status).toBe(409)
  expect((await unshare('team/plans')).status).toBe(200)
  expect((await unshare('team/plans')).status).toBe(409)
})

test('only folders are shared, never the root nor the trash, and only with whom the caller sees', async () => {
  const { admin, member, share, teammate, organization } = await given()
  const gone = (await admin.remove('other')).body.trash_path
  for (const path of ['/', 'team/notes.md', '.trashbin', gone]) expect((await share(path)).status, path).toBe(400)
  expect((await share('nowhere')).status).toBe(404)
  expect((await share('team', 'own')).status).toBe(400)
  const foreign = await app.given.teammate((await app.given.organization()).organization)
  for (const id of [newId(), foreign.id]) expect((await share('team', 'read', id)).status).toBe(404)
  const system = await app.given.teammate(organization, { is_system: true })
  expect((await share('team', 'read', system.id)).status).toBe(400)
  // A member without a grant sees no teammate.
  const body = { path: 'team', employee_id: teammate.id, permission: 'read' }
  expect((await member.client.post(`${member.base}/folder/share`, body)).status).toBe(404)
})

test('shares go along with a rename and a move, those of folders below too, and stay behind a copy', async () => {
  const { admin, share, access } = await given()
  await share('team/plans', 'write')
  await admin.rename('team', 'crew')
  await admin.move('crew', 'other')
  expect((await access()).folders).toEqual([{ path: 'other/crew/plans', permission: 'write', from_parent: false }])
  await admin.copy('other/crew', '/')
  expect((await access()).folders).toHaveLength(1)
})

test('a deleted folder is shared no more, nor what was shared below it, and a restore does not bring it back', async () => {
  const { admin, share, access } = await given()
  await share('team/plans')
  await share('other')
  const gone = (await admin.remove('team')).body.trash_path
  expect((await access()).folders).toMatchObject([{ path: 'other' }])
  await admin.restore(gone)
  expect((await access()).folders).toMatchObject([{ path: 'other' }])
})

test('a teammate finds what it may read and nothing else, under absolute paths', async () => {
  const { admin, share, search, other } = await given()
  await share('team')
  await admin.remove('team/notes.md')
  const paths = ({ entries }: { entries: { path: string }[] }) => entries.map(({ path }) => path).sort()
  expect(paths(await search('.MD'))).toEqual(['/team/plans/q1.md'])
  expect(paths(await search(''))).toEqual(['/team', '/team/plans', '/team/plans/q1.md'])
  expect(await search('team')).toEqual({ entries: [{ name: 'team', path: '/team', type: 'folder' }], truncated: false })
  expect(paths(await search('_'))).toEqual([])
  expect(paths(await search('.md', '', other.id))).toEqual([])
})

test('the personal assistant finds the whole tree but not the trash, and only its owner may ask', async () => {
  const { admin, people, organization, search, access } = await given()
  const values = { is_system: true, owned_by_user_id: people.admin.id, name: 'Ally' }
  const ally = await app.given.teammate(organization, values)
  await admin.remove('other/secret.md')
  const { entries } = await search('.md', '', ally.id)
  expect(entries.map(({ path }: { path: string }) => path).sort()).toEqual(['/team/notes.md', '/team/plans/q1.md'])
  expect((await access(ally.id)).effective_permissions).toEqual({ '/': { permission: 'write', from_parent: false } })
  const holder = { employee_id: ally.id, name: 'Ally', role: '', is_system: true }
  expect((await admin.listing('team')).body.permission_holders).toEqual([holder])
  const owner = await app.as(people.owner)
  expect((await owner.get(`${admin.base}?path=team`)).body.permission_holders).toEqual([])
  expect((await owner.get(`${admin.base}/employees/${ally.id}/access`)).status).toBe(404)
})

test('a search takes 128 characters, and its limit is brought between 1 and 20', async () => {
  const { admin, share, search } = await given()
  await share('team')
  await Promise.all(Array.from({ length: 25 }, (_, n) => admin.upload(`n-${n}.txt`, `${n}`, 'team')))
  expect((await search('n-')).entries).toHaveLength(20)
  expect((await search('n-', '&limit=500')).entries).toHaveLength(20)
  const one = await search('n-', '&limit=-3')
  expect([one.entries.length, one.truncated]).toEqual([1, true])
  expect((await search('x'.repeat(128))).entries).toEqual([])
  expect((await search('x'.repeat(129))).code).toBe('VALIDATION_FAILED')
})

test('the limit of an entry search is clamped, whatever is sent', async () => {
  const { search, share } = await given()
  await share('team')
  const found = async (limit: string) => (await search('', `&limit=${limit}`)).entries.length
  const all = await found('20')
  expect(all).toBeGreaterThan(2)
  for (const limit of ['', 'abc', '999', 'NaN']) expect(await found(limit)).toBe(all)
  for (const limit of ['0', '-5', '1.9']) expect(await found(limit)).toBe(1)
  expect(await found('2.5')).toBe(2)
})

test('a system teammate finds what was changed last, past thousands of files and folders that lie in the trash', async () => {
  const { admin, organization, search } = await given()
  const system = await app.given.teammate(organization, { is_system: true })
  await admin.upload('old.log', 'x')
  await admin.folder('thrown away')
  await admin.upload('seed.log', 'x', 'thrown away')
  await app.ctx.db.$client.query(
    `insert into storage_entries (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
     select gen_random_uuid(), organization_id, parent_id, 'file ' || n || '.log', 'file', size, hash, is_encrypted, now(), now()
     from storage_entries, generate_series(1, 5200) n where organization_id = $1 and name = 'seed.log'`,
    [organization.id],
  )
  await app.ctx.db.$client.query(
    `insert into storage_entries (id, organization_id, parent_id, name, type, created_at, modified_at)
     select gen_random_uuid(), organization_id, id, 'a folder of .log ' || n, 'folder', now(), now()
     from storage_entries, generate_series(1, 300) n where organization_id = $1 and name = 'thrown away'`,
    [organization.id],
  )
  await admin.remove('thrown away')
  const { entries, truncated } = await search('', '&limit=1', system.id)
  expect(entries).toMatchObject([{ path: '/old.log' }])
  expect(truncated).toBe(true)
  for (const q of ['.log', 'lo', 'old'])
    expect(await search(q, '', system.id)).toMatchObject({ entries: [{ path: '/old.log' }], truncated: false })
  expect((await search('trash', '', system.id)).entries).toEqual([])
})

test('how many statements a search and a look at what is shared take does not grow with what they show', async () => {
  // Nobody indexes there, who would ask the database too.
  const quiet = await startTestApp({ parts: ['web'] })
  const { admin, share, search, access } = await given(quiet)
  const statements = watchStatements(quiet)
  const asked = async (work: () => Promise<unknown>) =>
    (await statements.during(work)).filter((text) => text.includes('storage')).length
  const counted = async () => [await asked(() => search('f')), await asked(() => access())]
  const add = async (name: string) => {
    await admin.folder(name)
    await share(name)
  }
  await add('f')
  await counted()
  const few = await counted()
  for (let n = 1; n < 12; n++) await add(`f${n}`)
  expect((await access()).folders).toHaveLength(12)
  expect((await search('f')).entries).toHaveLength(12)
  expect(await counted()).toEqual(few)
  await quiet.close()
})

test('files go into a new folder that is shared in one step, and where one cannot go nothing has changed', async () => {
  const { admin, teammate, access } = await given()
  for (const name of ['prices.md', 'faq.md', 'private.md']) await admin.upload(name, name)
  const before = await admin.tree()
  const shareFiles = (name: string, paths: string[]) =>
    admin.client.post(`${admin.base}/folder/share-files`, {
      name,
      paths,
      employee_id: teammate.id,
      permission: 'read',
    })
  expect((await shareFiles('For Robin', ['prices.md', 'gone.md'])).status).toBe(404)
  expect(await shareFiles('team', ['prices.md'])).toMatchObject({
    status: 409,
    body: { code: 'STORAGE_PATH_CONFLICT' },
  })
  expect(await admin.tree()).toEqual(before)
  expect((await access()).folders).toEqual([])

  expect(await shareFiles('For Robin', ['prices.md', 'faq.md'])).toMatchObject({
    status: 201,
    body: { path: 'For Robin', shares: [{ employee_id: teammate.id, permission: 'read', from_parent: false }] },
  })
  expect(await admin.tree('For Robin')).toEqual(['For Robin/faq.md', 'For Robin/prices.md'])
  expect((await access()).folders).toEqual([{ path: 'For Robin', permission: 'read', from_parent: false }])
  expect(await admin.tree()).toContain('private.md')
})

test('files and folders are found by a part of their name, however it is typed', async () => {
  const { admin, share, search } = await given()
  for (const path of ['team/Muñoz, Straße 5.md', 'team/Отчёт.md', 'team/ＡＢＣ.md', 'team/munoz.md'])
    await admin.client.post(`${admin.base}/file/content`, { path, content: 'a' })
  await share('team')
  const found = async (q: string) => (await search(q)).entries.map(({ name }: { name: string }) => name)
  expect(await found('munoz')).toEqual(['munoz.md', 'Muñoz, Straße 5.md'])
  expect(await found('MUÑOZ')).toEqual(['munoz.md', 'Muñoz, Straße 5.md'])
  expect(await found('strasse 5')).toEqual(['Muñoz, Straße 5.md'])
  expect(await found('отчет')).toEqual(['Отчёт.md'])
  expect(await found('abc')).toEqual(['ＡＢＣ.md'])
  await admin.rename('team/Отчёт.md', 'Plan.md')
  expect(await found('отчет')).toEqual([])
})

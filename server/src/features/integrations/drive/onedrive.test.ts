import { afterAll, expect, test } from 'vitest'
import { FOLDER } from '#testing/doubles/apis/drive-store.ts'
import { startDrives } from '#testing/integrations/drives.ts'

const drives = await startDrives()
afterAll(() => drives[Symbol.asyncDispose]())

const open = (consent = {}) => drives.given('idpb', consent)
const { graph } = drives
const large = Buffer.alloc(9 * 1024 * 1024, 'large ')

test('the token goes to no other host, neither for a download, an upload nor a copy', async () => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('large.log', large, 'mine')
  const { id: file_id } = graph.add({ name: 'a.txt', bytes: 'Hello' })
  expect(await given.text('read_file', { file_id })).toMatch(/Hello$/)
  expect(await given.json('upload_from_storage', { path: 'mine/large.log' })).toMatchObject({ size: large.length })
  expect(await given.json('copy_file', { file_id, new_name: 'b.txt' })).toMatchObject({ name: 'b.txt' })
  expect(graph.addresses.asked.length).toBeGreaterThan(5)
  expect(graph.addresses.asked.filter(({ headers }) => headers.authorization)).toEqual([])
})

test.each([
  ['without encryption', 'http://files.example/a', /address without encryption/],
  ['of the private network', 'https://10.0.0.1/a', /not reachable from here/],
  ['that is none', 'nonsense:a', /without encryption|no valid address/],
])('a download address %s is not followed', async (_label, address, why) => {
  await using given = await open()
  const { id: file_id } = graph.add({ name: 'a.txt', bytes: 'Hello' })
  graph.sendTo({ download: () => address })
  expect(await given.text('read_file', { file_id })).toMatch(why)
})

test('an upload address without encryption gets nothing', async () => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('large.log', large, 'mine')
  graph.sendTo({ upload: (url) => url.replace('127.0.0.1', 'files.example') })
  expect(await given.text('upload_from_storage', { path: 'mine/large.log' })).toMatch(/without encryption/)
  expect(graph.all()).toEqual([])
})

test('a list continues where its link says, and never elsewhere; one that does not say it is no whole list', async () => {
  await using given = await open()
  for (const name of ['a', 'b']) graph.add({ name })
  graph.sendTo({ page: (url) => url.replace(given.provider.origin, 'https://elsewhere.example') })
  const { next_page } = await given.json('list_folder', { limit: 1 })
  expect((await given.json('list_folder', { limit: 1, page_token: next_page })).files).toMatchObject([{ name: 'b' }])
  for (const link of ['https://elsewhere.example/', 'nonsense', `https://a.example/?$skiptoken=${'x'.repeat(5000)}`]) {
    graph.sendTo({ page: () => link })
    expect(await given.text('list_folder', { limit: 1 })).toBe('Microsoft did not return the next page of this list.')
  }
})

test('another host that turns us away costs nobody their account', async () => {
  await using given = await open()
  const { id: file_id } = graph.add({ name: 'a.txt', bytes: 'Hello' })
  graph.addresses.fail(401)
  expect(await given.text('read_file', { file_id })).toMatch(/refused \(401\)/)
  expect(await given.text('read_file', { file_id })).toMatch(/Hello$/)
})

test('an upload continues where answers to its pieces were lost', async () => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('large.log', large, 'mine')
  graph.addresses.loseAnswers(2)
  const { id } = await given.json('upload_from_storage', { path: 'mine/large.log' })
  expect(graph.find(id)?.bytes.equals(large)).toBe(true)
})

test('an upload is reported although its last answer was lost', async () => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('large.log', large, 'mine')
  graph.addresses.loseLast()
  const { id, size } = await given.json('upload_from_storage', { path: 'mine/large.log' })
  expect(size).toBe(large.length)
  expect(graph.all().map((node) => node.id)).toEqual([id])
})

test('who may use a file is listed to the end, however long a page of the service is', async () => {
  await using given = await open()
  const { id: file_id, permissions: granted } = graph.add({ name: 'a.txt' })
  for (let n = 1; n < 230; n++) granted.push({ id: `${n}`, type: 'user', role: 'read', email: `p${n}@example.com` })
  const seen: string[] = []
  for (let page_token: string | undefined; ; ) {
    const page = await given.json('list_permissions', { file_id, limit: 60, page_token })
    expect(page.permissions.length).toBeLessThanOrEqual(60)
    seen.push(...page.permissions.map(({ who }: { who: string }) => who))
    if (!page.next_page) break
    page_token = page.next_page
  }
  expect(seen).toHaveLength(230)
  expect(new Set(seen).size).toBe(230)
})

test('an upload that is refused in its middle is given up, and nothing stays', async () => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('large.log', large, 'mine')
  graph.addresses.fail(507)
  expect(await given.text('upload_from_storage', { path: 'mine/large.log' })).toMatch(/refused \(507\)/)
  expect(graph.addresses.asked.at(-1)?.method).toBe('DELETE')
  expect(graph.all()).toEqual([])
})

test('a copy that takes long is reported to be on its way, one that fails says why', async () => {
  await using given = await open()
  const { id: file_id } = graph.add({ name: 'a.txt' })
  expect(await given.text('copy_file', { file_id, new_name: 'a.txt' })).toMatch(/^"a\.txt" is already there/)
  graph.setCopyMonitor(() => [{ status: 202, json: { status: 'inProgress', percentageComplete: 1 } }])
  expect((await given.json('copy_file', { file_id, new_name: 'b.txt' })).note).toMatch(/is being made/)
  graph.setCopyMonitor(() => [
    { status: 200, json: { status: 'failed', error: { code: 'x', message: 'No\u202e space' } } },
  ])
  expect(await given.text('copy_file', { file_id, new_name: 'c.txt' })).toBe('The copy failed. No space')
  graph.setCopyMonitor((done) => [done])
})

test('what others share lies in their drives, and is found, read and listed there', async () => {
  await using given = await open()
  const theirs = { drive_id: 'b!theirs' }
  const folder = graph.add({ name: 'Shared', mime: FOLDER, ...theirs })
  graph.add({ name: 'Note.txt', bytes: 'Ours', parent: folder.id, ...theirs })
  const { files } = await given.json('search_files', { name: 'Shared' })
  expect(files).toMatchObject([{ id: `b!theirs/${folder.id}`, type: 'folder' }])
  const listed = await given.json('list_folder', { folder_id: files[0].id })
  expect(listed.files).toMatchObject([{ name: 'Note.txt', id: expect.stringMatching(/^b!theirs\//) }])
  const file_id = listed.files[0].id
  expect(await given.text('read_file', { file_id })).toMatch(/Ours$/)
  expect(await given.text('move_file', { file_id, folder_id: 'root' })).toMatch(/moves nothing into another drive/)
  expect(await given.json('copy_file', { file_id, folder_id: 'root' })).toMatchObject({ name: 'Note.txt' })
  expect(await given.json('create_folder', { name: 'New', folder_id: files[0].id })).toMatchObject({
    folder_id: files[0].id,
  })
})

test('a document is converted to PDF where OneDrive can', async () => {
  await using given = await open()
  await given.shared('mine', 'write')
  const doc = graph.add({ name: 'Plan.docx', mime: 'application/octet-stream', bytes: 'x' })
  const save = (format: string) => given.text('save_to_storage', { file_id: doc.id, path: 'mine/', format })
  expect(JSON.parse(await save('pdf'))).toMatchObject({ path: 'mine/Plan.docx.pdf' })
  expect(await save('md')).toBe('OneDrive cannot give "Plan.docx" as md.')
})

test('a link is for the organization or for anyone, as far as its administrators allow', async () => {
  await using given = await open()
  const { id: file_id } = graph.add({ name: 'a.txt' })
  graph.forbidAnyone()
  expect(await given.text('share_file', { file_id, link: 'anyone' })).toMatch(/refused \(403\)/)
  expect(await given.json('share_file', { file_id, link: 'organization', role: 'writer' })).toMatchObject({
    role: 'writer',
  })
  const { permissions } = await given.json('list_permissions', { file_id })
  expect(permissions[1]).toMatchObject({ who: 'everyone in the organization with the link', role: 'writer' })
})

test('an account that granted no files must be reconnected', async () => {
  await using given = await open({ scopes: ['User.Read', 'Mail.ReadWrite', 'Files.Read'] })
  expect(await given.text('list_folder')).toMatch(/was connected without this access\. Reconnect it\.$/)
})

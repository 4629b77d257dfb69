import { afterAll, expect, test } from 'vitest'
import { FOLDER } from '#testing/doubles/apis/drive-store.ts'
import { GOOGLE } from '#testing/doubles/apis/google-drive-wire.ts'
import { startDrives } from '#testing/integrations/drives.ts'
import { loseProcess } from '#testing/runs/lost-process.ts'

const drives = await startDrives()
afterAll(() => drives[Symbol.asyncDispose]())

const open = (consent = {}) => drives.given('idpa', consent)
const { google } = drives

test('a document of Google’s own is read as text, and kept as what Office opens or as what was asked for', async () => {
  await using given = await open()
  await given.shared('mine', 'write')
  const doc = google.add({ name: 'Plan v1.2', mime: `${GOOGLE}document` })
  const sheet = google.add({ name: 'Prices', mime: `${GOOGLE}spreadsheet` })
  const slides = google.add({ name: 'Talk', mime: `${GOOGLE}presentation` })
  const form = google.add({ name: 'Survey', mime: `${GOOGLE}form` })
  google.exportAs((node, type) => Buffer.from(`${node.name} as ${type}`))
  const read = ({ id }: { id: string }) => given.text('read_file', { file_id: id })
  expect(await read(doc)).toMatch(/^Plan v1\.2\.md, characters .*\nPlan v1\.2 as text\/markdown$/)
  expect(await read(sheet)).toMatch(/^Only the first sheet is given.*\nPrices\.csv, .*\nPrices as text\/csv$/)
  expect(await read(slides)).toMatch(/\nTalk as text\/plain$/)
  expect(await read(form)).toBe('"Survey" is of a kind that cannot be downloaded from Google Drive.')

  const save = (node: { id: string }, more: object = {}) =>
    given.json('save_to_storage', { file_id: node.id, path: 'mine/', ...more })
  expect(await save(doc)).toMatchObject({ path: 'mine/Plan v1.2.docx' })
  expect(await save(sheet)).toMatchObject({ path: 'mine/Prices.xlsx' })
  expect(await save(doc, { format: 'pdf' })).toMatchObject({ path: 'mine/Plan v1.2.pdf' })
  await save(doc, { path: 'mine/Named.pdf' })
  expect((await given.storage.download('mine/Named.pdf')).toString()).toBe('Plan v1.2 as application/pdf')
  expect(await save(sheet, { format: 'csv' })).toMatchObject({ note: expect.stringMatching(/first sheet/) })
  expect(await given.text('save_to_storage', { file_id: doc.id, path: 'mine/', format: 'xlsx' })).toBe(
    '"Plan v1.2" can be had as docx, md, pdf, txt.',
  )
  const plain = google.add({ name: 'a.txt' })
  expect(await given.text('save_to_storage', { file_id: plain.id, path: 'mine/', format: 'pdf' })).toMatch(
    /converts documents of its own alone/,
  )
  google.exportAs(() => Buffer.alloc(11 * 1024 * 1024))
  expect(await read(doc)).toMatch(/too large to be exported/)
})

test('what an organization keeps in shared drives is found, read and written like any other file', async () => {
  await using given = await open()
  const team = { drive_id: '0ATeam' }
  const folder = google.add({ name: 'Team', mime: FOLDER, ...team })
  const file = google.add({ name: 'Team plan.txt', bytes: 'Together', parent: folder.id, ...team })
  const found = await given.json('search_files', { text: 'Together' })
  expect(found.files).toMatchObject([{ id: file.id }])
  expect((await given.json('list_folder', { folder_id: folder.id })).files).toMatchObject([{ id: file.id }])
  expect(await given.text('read_file', { file_id: file.id })).toMatch(/Together$/)
  expect(await given.json('create_folder', { name: 'Sub', folder_id: folder.id })).toMatchObject({ name: 'Sub' })
  await given.json('copy_file', { file_id: file.id, new_name: 'b.txt' })
  expect(await given.json('list_permissions', { file_id: file.id })).toMatchObject({ permissions: [{ role: 'owner' }] })
})

test('what is made is there once, although the answer was lost', async () => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('small.txt', 'x', 'mine')
  await given.storage.upload('large.log', Buffer.alloc(6 * 1024 * 1024, 'x'), 'mine')
  const { id: file_id } = google.add({ name: 'a.txt', bytes: 'a' })
  for (const [tool, input] of [
    ['create_folder', { name: 'F' }],
    ['upload_from_storage', { path: 'mine/small.txt' }],
    ['upload_from_storage', { path: 'mine/large.log' }],
    ['copy_file', { file_id, new_name: 'b.txt' }],
  ] as const) {
    google.loseAnswers(1)
    expect(await given.json(tool, input), tool).toHaveProperty('id')
  }
  google.loseAnswers(1, 'PUT')
  const large = { path: 'mine/large.log', name: 'again.txt' }
  expect(await given.json('upload_from_storage', large)).toMatchObject({ size: 6 * 1024 * 1024 })
  const names = google.childrenOf(google.root).map(({ name }) => name)
  expect(names.sort()).toEqual(['F', 'a.txt', 'again.txt', 'b.txt', 'large.log', 'small.txt'])
})

test.each([
  ['copy_file', (file_id: string) => ({ file_id })],
  ['copy_file', (file_id: string) => ({ file_id, new_name: 'b.txt' })],
  ['upload_from_storage', () => ({ path: 'mine/new.txt' })],
  ['create_folder', () => ({ name: 'F' })],
] as const)('what %s has made is there once and reported, although the process was lost', async (tool, inputFor) => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('new.txt', 'x', 'mine')
  const { id } = google.add({ name: 'a.txt', bytes: 'a' })
  const calls = [{ id: 'call-1', name: `${given.prefix}__${tool}`, input: inputFor(id) }]
  given.vendor.reply({ text: '', tool_calls: calls }, { text: '', tool_calls: calls }, { text: 'Done.' })
  const made = google.hang(({ method, path }) => method === 'POST' && path.includes('/files'))
  const { body } = await given.save('Please do it.', { is_async: true })
  await made
  await loseProcess(drives.app, body.data.runId)
  const there = google.all().filter((node) => node.id !== id)
  expect(there).toHaveLength(1)
  const result = given.sent().findLast(({ role }) => role === 'tool')
  expect(JSON.parse(String(result?.content))).toMatchObject({ id: there[0]?.id })
})

const looksFor =
  (name: string) =>
  ({ query }: { query: URLSearchParams }) =>
    query.get('q')?.endsWith(`name = '${name}'`) ?? false

test('what a teammate has changed since is uploaded again, in the same answer too', async () => {
  await using given = await open()
  await given.shared('mine', 'write')
  await given.storage.upload('a.txt', 'old', 'mine')
  await given.person.put(`${given.base}/employees/${given.teammate.id}`, { tools: ['storage.write_file'] })
  const call = (id: string, name: string, input: object) => ({ text: '', tool_calls: [{ id, name, input }] })
  const upload = (id: string) => call(id, `${given.prefix}__upload_from_storage`, { path: 'mine/a.txt', replace: true })
  const write = (id: string, content: string) => call(id, 'storage.write_file', { path: 'mine/a.txt', content })
  const there = () => google.all().map(({ name, bytes }) => [name, String(bytes)])
  given.vendor.reply(upload('1'), write('2', 'new'), upload('3'), { text: 'Done.' })
  await given.ask('Upload it, change it, and upload it again.')
  expect(there()).toEqual([['a.txt', 'new']])
  given.vendor.reply(upload('4'), write('5', 'newer'), upload('6'), write('7', 'new'), upload('8'), { text: 'Done.' })
  await given.ask('Change it, and change it back.')
  expect(there()).toEqual([['a.txt', 'new']])
})

test('of two that are made under one name at the same moment one stays', async () => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('a.txt', 'one', 'mine')
  await given.storage.upload('b.txt', 'two', 'mine')
  const both = (more: object) =>
    given.together(['a.txt', 'b.txt'].map((name) => ['upload_from_storage', { path: `mine/${name}`, ...more }]))
  google.meet(2, looksFor('c.txt'))
  const results = await both({ name: 'c.txt' })
  expect(results.filter((text) => text.startsWith('"c.txt" is already there'))).toHaveLength(1)
  const [kept] = results.flatMap((text) => (text.startsWith('{') ? [JSON.parse(text).id] : []))
  expect(google.all().map(({ id }) => id)).toEqual([kept])

  google.meet(2, looksFor('d.txt'))
  const replaced = await both({ name: 'd.txt', replace: true })
  expect(new Set(replaced.map((text) => JSON.parse(text).id)).size).toBe(1)
  expect(google.all().map(({ name }) => name)).toEqual(['c.txt', 'd.txt'])
})

test('a document of Google’s own is copied without an id of ours, and a folder not at all', async () => {
  await using given = await open()
  const doc = google.add({ name: 'Plan', mime: `${GOOGLE}document` })
  expect(await given.json('copy_file', { file_id: doc.id })).toMatchObject({ name: 'Copy of Plan', type: 'document' })
  const folder = google.folder('F')
  expect(await given.text('copy_file', { file_id: folder.id })).toBe('Google Drive copies files, and no folders.')
})

test('a shortcut says which file it stands for, and what is done to it is done to no other', async () => {
  await using given = await open()
  const file = google.add({ name: 'a.txt', bytes: 'Hello' })
  const shortcut = google.add({ name: 'To a', mime: `${GOOGLE}shortcut`, shortcut_to: file.id })
  const { files } = await given.json('search_files', { name: 'To' })
  expect(files).toMatchObject([{ id: shortcut.id, shortcut_to: file.id }])
  expect(await given.text('read_file', { file_id: shortcut.id })).toBe(
    `"To a" is a shortcut to the file with the id ${file.id}.`,
  )
  await given.json('trash_file', { file_id: shortcut.id })
  expect(google.all().map(({ id }) => id)).toEqual([file.id])
})

test('of several files with one name none is replaced', async () => {
  await using given = await open()
  await given.shared('mine', 'read')
  await given.storage.upload('a.txt', 'new', 'mine')
  for (const bytes of ['one', 'two']) google.add({ name: 'a.txt', bytes })
  expect(await given.text('upload_from_storage', { path: 'mine/a.txt', replace: true })).toMatch(/several files named/)
  expect(google.all().map(({ bytes }) => bytes.toString())).toEqual(['one', 'two'])
})

test('a name is taken although the list of the folder begins with nothing', async () => {
  await using given = await open()
  google.folder('F')
  google.beginEmpty()
  expect(await given.text('create_folder', { name: 'F' })).toMatch(/^"F" is already there/)
})

test('a link for an organization is refused with what to do instead', async () => {
  await using given = await open()
  const { id: file_id } = google.add({ name: 'a.txt' })
  expect(await given.text('share_file', { file_id, link: 'organization' })).toMatch(/shares by link with anyone/)
  expect(google.find(file_id)?.permissions).toHaveLength(1)
})

test('an account that granted its app files alone must be reconnected', async () => {
  const scopes = ['gmail.modify', 'calendar', 'drive.file'].map((name) => `https://www.googleapis.com/auth/${name}`)
  await using given = await open({ scopes })
  for (const [tool, input] of [
    ['list_folder', {}],
    ['create_folder', { name: 'F' }],
  ] as const)
    expect(await given.text(tool, input)).toBe('The Google account was connected without this access. Reconnect it.')
})

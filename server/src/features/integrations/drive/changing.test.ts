import { afterAll, describe, expect, test } from 'vitest'
import { FOLDER } from '#testing/doubles/apis/drive-store.ts'
import { DRIVES, startDrives } from '#testing/integrations/drives.ts'

const drives = await startDrives()
afterAll(() => drives[Symbol.asyncDispose]())

describe.each(DRIVES)('%s', (_label, service) => {
  const open = () => drives.given(service)

  test('a file goes into the storage, where the teammate may write and nowhere else', async () => {
    await using given = await open()
    await given.shared('mine', 'write')
    await given.shared('theirs', 'read')
    await given.storage.folder('hidden')
    const { id: file_id } = given.drive.add({ name: 'Lease/2026.txt', bytes: 'Rent' })
    const save = (path: string, more: object = {}) => given.text('save_to_storage', { file_id, path, ...more })
    const asked = given.drive.asked.length
    expect(await save('theirs/a.txt')).toBe('This is shared with you for reading only')
    expect(await save('hidden/a.txt')).toMatch(/^Storage path not found\. storage\.list shows/)
    expect(await save('mine/a.exe')).toMatch(/^Files of this type/)
    // Nothing was fetched for nothing: each time it was asked what the file is, and no more.
    expect(given.drive.asked.length - asked).toBe(3)
    expect(JSON.parse(await save('mine/new/a.txt'))).toMatchObject({ path: 'mine/new/a.txt', size: 4 })
    expect(JSON.parse(await save('mine/'))).toMatchObject({ path: 'mine/Lease-2026.txt' })
    expect((await given.storage.download('mine/new/a.txt')).toString()).toBe('Rent')
    expect(await save('mine/new/a.txt')).toMatch(/^File already exists\. Choose another name/)
    expect(JSON.parse(await save('mine/new/a.txt', { overwrite: true }))).toMatchObject({ path: 'mine/new/a.txt' })
  })

  test('of eight that save under one new path one is kept', async () => {
    await using given = await open()
    await given.shared('mine', 'write')
    const ids = Array.from({ length: 8 }, (_, n) => given.drive.add({ name: `${n}.txt`, bytes: `${n}` }).id)
    const results = await given.together(ids.map((file_id) => ['save_to_storage', { file_id, path: 'mine/new/a.txt' }]))
    expect(results.filter((text) => text.startsWith('File already exists'))).toHaveLength(7)
    const kept = results.findIndex((text) => text.startsWith('{'))
    expect((await given.storage.download('mine/new/a.txt')).toString()).toBe(`${kept}`)
  })

  test('a file that is too large for the storage is not fetched', async () => {
    await using given = await open()
    await given.shared('mine', 'write')
    const bytes = Buffer.alloc(10 * 1024 * 1024 + 1)
    const { id: file_id } = given.drive.add({ name: 'big.txt', bytes })
    expect(await given.text('save_to_storage', { file_id, path: 'mine/big.txt' })).toBe('The file is larger than 10 MB')
    expect(await given.storage.tree()).toEqual(['mine/'])
  })

  test.each([
    ['an empty file', 0],
    ['a small one', 12],
    ['one that needs a session', 9 * 1024 * 1024],
  ])('%s goes from the storage into a folder, whole', async (_label, size) => {
    await using given = await open()
    await given.shared('mine', 'read')
    const content = Buffer.from(Array.from({ length: size }, (_, n) => n % 251))
    await given.storage.upload('Été.log', content, 'mine')
    const folder = given.drive.folder('Inbox')
    const made = await given.json('upload_from_storage', { path: 'mine/Été.log', folder_id: folder.id })
    const node = given.drive.find(made.id)
    expect(node).toMatchObject({ name: 'Été.log', parent: folder.id })
    expect(node?.bytes.equals(content)).toBe(true)
  })

  test('a name that is taken is refused, and replaced only where that is asked for', async () => {
    await using given = await open()
    await given.shared('mine', 'read')
    await given.storage.upload('a.txt', 'new', 'mine')
    const there = given.drive.add({ name: 'a.txt', bytes: 'old' })
    const upload = (more: object = {}) => given.text('upload_from_storage', { path: 'mine/a.txt', ...more })
    expect(await upload()).toMatch(/^"a\.txt" is already there/)
    expect(given.drive.find(there.id)?.bytes.toString()).toBe('old')
    expect(JSON.parse(await upload({ replace: true }))).toMatchObject({ id: there.id })
    expect(given.drive.find(there.id)?.bytes.toString()).toBe('new')
    expect(JSON.parse(await upload({ name: 'b.txt' }))).toMatchObject({ name: 'b.txt' })
    given.drive.folder('taken')
    expect(await given.text('create_folder', { name: 'taken' })).toMatch(/^"taken" is already there/)
    expect(given.drive.childrenOf(given.drive.root)).toHaveLength(3)
  })

  test('what the teammate may not read does not leave the storage', async () => {
    await using given = await open()
    await given.storage.folder('hidden')
    await given.storage.upload('a.txt', 'secret', 'hidden')
    expect(await given.text('upload_from_storage', { path: 'hidden/a.txt' })).toMatch(/^Storage path not found/)
    expect(given.drive.asked).toEqual([])
  })

  test('folders are made, files are moved, renamed, copied and put into the trash', async () => {
    await using given = await open()
    const folder = await given.json('create_folder', { name: 'Archive' })
    expect(folder).toMatchObject({ name: 'Archive', type: 'folder' })
    const inner = await given.json('create_folder', { name: 'Inner', folder_id: folder.id })
    const { id: file_id } = given.drive.add({ name: 'a.txt', bytes: 'x' })
    const moved = await given.json('move_file', { file_id, folder_id: inner.id, new_name: 'b.txt' })
    expect(moved).toMatchObject({ id: file_id, name: 'b.txt', folder_id: inner.id })
    expect(await given.json('move_file', { file_id, folder_id: 'root' })).toMatchObject({ name: 'b.txt' })
    expect(given.drive.find(file_id)?.parent).toBe(given.drive.root)
    expect(await given.text('move_file', { file_id })).toBe('Give a folder_id, a new_name or both.')
    const copied = await given.json('copy_file', { file_id, folder_id: inner.id, new_name: 'c.txt' })
    expect(given.drive.find(copied.id)).toMatchObject({ name: 'c.txt', parent: inner.id, mime: 'text/plain' })
    expect(await given.json('trash_file', { file_id: folder.id })).toMatchObject({ trashed: folder.id })
    expect(given.drive.all().map(({ name }) => name)).toEqual(['b.txt'])
  })

  test('a file is shared with a person or by link, and who may use it is listed', async () => {
    await using given = await open()
    const { id: file_id } = given.drive.add({ name: 'plan.txt' })
    const share = (more: object) => given.text('share_file', { file_id, ...more })
    for (const tool of ['share_file', 'trash_file', 'move_file'])
      expect(await given.text(tool, { file_id: 'root', link: 'anyone', new_name: 'x' })).toMatch(/top folder stays/)
    expect(await share({})).toBe('Give either an email or a link.')
    expect(await share({ email: 'bo@example.com', link: 'anyone' })).toBe('Give either an email or a link.')
    expect(await share({ email: 'no address' })).toMatch(/input does not fit/)
    expect(await share({ email: 'bo@example.com', message: 'one\r\nBcc: two' })).toMatch(/input does not fit/)
    expect(given.drive.mails).toEqual([])
    expect(JSON.parse(await share({ email: 'bo@example.com', role: 'writer', message: 'Look!' }))).toMatchObject({
      shared_with: 'bo@example.com',
      role: 'writer',
    })
    await share({ email: 'cy@example.com', notify: false })
    expect(given.drive.mails).toEqual([{ to: 'bo@example.com', message: 'Look!' }])
    expect(JSON.parse(await share({ link: 'anyone' })).url).toMatch(/^https:/)
    const { permissions } = await given.json('list_permissions', { file_id })
    expect(permissions).toMatchObject([
      { who: 'ada <ada@accounts.example>', role: 'owner', is_inherited: false },
      { who: 'bo <bo@example.com>', role: 'writer' },
      { who: 'cy <cy@example.com>', role: 'reader' },
      { who: 'anyone with the link', role: 'reader' },
    ])
  })

  test('what the account may only read stays as it is', async () => {
    await using given = await open()
    const { id: file_id } = given.drive.add({ name: 'a.txt', is_read_only: true })
    const folder = given.drive.add({ name: 'F', mime: FOLDER, is_read_only: true })
    for (const [tool, input] of [
      ['move_file', { file_id, new_name: 'b.txt' }],
      ['trash_file', { file_id }],
      ['share_file', { file_id, link: 'anyone' }],
      ['create_folder', { folder_id: folder.id, name: 'x' }],
    ] as const)
      expect(await given.text(tool, input), tool).toMatch(/refused \(403\)/)
    expect(given.drive.find(file_id)).toMatchObject({ name: 'a.txt', is_trashed: false })
  })

  test('a service that is busy for a moment is asked again, and nothing is there twice', async () => {
    await using given = await open()
    await given.shared('mine', 'read')
    await given.storage.upload('a.txt', 'new', 'mine')
    for (const [tool, input] of [
      ['create_folder', { name: 'F' }],
      ['upload_from_storage', { path: 'mine/a.txt' }],
      ['list_folder', {}],
    ] as const) {
      given.provider.throttle(2)
      expect(await given.text(tool, input), tool).not.toMatch(/refused/)
    }
    expect(given.drive.childrenOf(given.drive.root).map(({ name }) => name)).toEqual(['F', 'a.txt'])
  })

  test('a service that is down, closes the line or answers with something else is reported in a sentence', async () => {
    await using given = await open()
    const { id: file_id } = given.drive.add({ name: 'a.txt' })
    const read = () => given.text('read_file_info', { file_id })
    given.provider.fail(3)
    expect(await read()).toMatch(/refused \(503\)/)
    given.provider.misbehave(1, null, (response) => response.destroy())
    expect(await read()).toMatch(/cannot be reached at the moment\.$/)
    for (const junk of ['<html>', '[]', '{"id":"../../me","name":"x"}', '{"files":[{"id":1}]}', '']) {
      given.provider.misbehave(1, null, (response) => response.end(junk))
      expect(await read(), junk).toBe('The provider answered with something else than expected.')
    }
    expect(JSON.parse(await read())).toMatchObject({ name: 'a.txt' })
  })

  test('a token that ends in the middle is renewed, and the work continues', async () => {
    await using given = await open()
    await given.shared('mine', 'read')
    await given.storage.upload('a.txt', 'x', 'mine')
    given.provider.grants.endAccess()
    expect(await given.json('upload_from_storage', { path: 'mine/a.txt' })).toMatchObject({ name: 'a.txt' })
  })

  test('sharing may ask a person first, while reading continues by itself', async () => {
    await using given = await open()
    const { id: file_id } = given.drive.add({ name: 'a.txt' })
    const assigned = { oauth_mcp: given.prefix, ask: ['share_file'] }
    expect((await given.person.post(given.assigned, assigned)).status).toBe(200)
    expect(await given.json('read_file_info', { file_id })).toMatchObject({ name: 'a.txt' })
    const input = { file_id, email: 'bo@example.com' }
    given.vendor.reply({ text: '', tool_calls: [{ id: 'a', name: `${given.prefix}__share_file`, input }] })
    given.vendor.reply({ text: 'Done.' })
    await given.ask('Share it!', { is_async: true })
    const runs = `${given.base}/workflows/runs`
    const status = async () => (await given.person.get(runs)).body.data[0]?.status
    await expect.poll(status).toBe('suspended')
    expect(given.drive.mails).toEqual([])
    const { run_id } = (await given.person.get(runs)).body.data[0]
    expect((await given.person.post(`${runs}/${run_id}/resume`, { approved: true })).status).toBe(200)
    await expect.poll(status).toBe('completed')
    expect(given.drive.mails).toMatchObject([{ to: 'bo@example.com' }])
  })
})

import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenToolCallers } from '#testing/storage/storage-tools.ts'

const app = await testApp()

async function ready() {
  const given = await givenToolCallers(app)
  await given.storage.folder('docs')
  await given.ada.share('docs', 'write')
  return given
}

test('a file is written with its folders, over what is there, and the answer says which', async () => {
  await using given = await ready()
  const { storage, ada } = given
  const write = (path: string, content?: string) => ada.text('write_file', { path, content })
  expect(JSON.parse(await write('/docs/2026/plan', '# Plan'))).toMatchObject({
    path: 'docs/2026/plan.md',
    size: 6,
    written: 'created',
  })
  expect(JSON.parse(await write('docs/2026/plan.md', 'ä'))).toMatchObject({ size: 2, written: 'overwritten' })
  expect((await storage.download('docs/2026/plan.md')).toString()).toBe('ä')
  expect(JSON.parse(await write('docs/drafts/'))).toEqual({ path: 'docs/drafts', written: 'created' })
  expect(await storage.tree()).toEqual(['docs/', 'docs/2026/', 'docs/2026/plan.md', 'docs/drafts/'])

  expect(await write('docs/drafts/', 'text')).toContain('is a folder')
  expect(await write('docs/drafts/')).toBe('File already exists. Choose another name or another folder.')
  expect(await write('docs/logo.png', 'x')).toBe('Files of this type cannot be edited as text')
  expect(await write('docs/2026/plan.md/x.md', 'x')).toMatch(/^There is a file where a folder is needed\./)
  await storage.folder('x.md', 'docs')
  expect(await write('docs/x.md', 'x')).toMatch(/^A folder of this name already exists\./)
  expect(await write('docs/.trashbin/x.md', 'x')).toContain('reserved')
})

test('an edit replaces what is there once, and names the lines where it is not clear', async () => {
  await using given = await ready()
  const { storage, ada } = given
  const path = 'docs/a.md'
  const edit = (old_text: string, new_text: string, more: object = {}) =>
    ada.text('edit_file', { path, old_text, new_text, ...more })
  const content = async () => (await storage.download(path)).toString()
  await storage.upload('a.md', '\ufeffone\r\ntwo $&\r\none\r\nthree', 'docs')

  expect(JSON.parse(await edit('two $&\none', '$1 two\n2'))).toMatchObject({ path, replaced: 1, lines: [2] })
  expect(await content()).toBe('\ufeffone\r\n$1 two\r\n2\r\nthree')
  await storage.upload('a.md', 'one two\none\none', 'docs')
  expect(await edit('one', '1')).toBe(
    'The old text occurs 3 times in the file, in lines 1, 2, 3. storage.read_file shows the current text.',
  )
  expect(await edit('four', '4')).toMatch(/^The old text does not stand in the file; .* storage\.read_file/)
  expect(await edit('one', 'one')).toBe('The old and the new text are the same')
  expect(await edit('', 'x')).toMatch(/^The input does not fit\. old_text: /)
  expect(await content()).toBe('one two\none\none')
  expect(JSON.parse(await edit('one', '1', { replace_all: true }))).toMatchObject({ replaced: 3, lines: [1, 2, 3] })
  expect(await content()).toBe('1 two\n1\n1')
  await storage.upload('latin.txt', Buffer.from('caf\xe9', 'latin1'), 'docs')
  expect(await ada.text('edit_file', { path: 'docs/latin.txt', old_text: 'caf', new_text: 'x' })).toContain('not UTF-8')
})

test('an edit that would make a file larger than files may be is refused, however many places it would change', async () => {
  await using given = await ready()
  const { storage, ada } = given
  const content = 'a\n'.repeat(1_000_000)
  await storage.upload('rows.sql', content, 'docs')
  const edit = (old_text: string, new_text: string) =>
    ada.text('edit_file', { path: 'docs/rows.sql', old_text, new_text, replace_all: true })
  expect(await edit('a', 'x'.repeat(2000))).toBe('A file has at most 10 MB')
  expect(await edit('a', 'ä'.repeat(5))).toBe('A file has at most 10 MB')
  expect((await storage.download('docs/rows.sql')).toString()).toBe(content)

  const lines = Array.from({ length: 50 }, (_, n) => n + 1)
  expect(JSON.parse(await edit('a', 'ä'))).toMatchObject({ replaced: 1_000_000, lines, size: 3_000_000 })
  expect((await storage.download('docs/rows.sql')).toString()).toBe('ä\n'.repeat(1_000_000))
})

test('in a large file of Windows the old text is found wherever it is, and what it becomes ends its lines alike', async () => {
  await using given = await ready()
  const { storage, ada } = given
  const rows = 'row\r\n'.repeat(300_000)
  await storage.upload('rows.log', `${rows}one\r\ntwo\r\n${rows}one\r\ntwo`, 'docs')
  const edit = { path: 'docs/rows.log', old_text: 'one\ntwo', new_text: '1\n\n2', replace_all: true }
  expect(await ada.json('edit_file', edit)).toMatchObject({ replaced: 2, lines: [300_001, 600_003] })
  const expected = `${rows}1\r\n\r\n2\r\n${rows}1\r\n\r\n2`
  expect((await storage.download('docs/rows.log')).toString()).toBe(expected)
})

test('of edits at once the file has those that were acknowledged; the others are refused and change nothing', async () => {
  await using given = await ready()
  const { storage, ada } = given
  const words = ['one', 'two', 'three', 'four', 'five']
  await storage.upload('a.md', words.join(' '), 'docs')
  const results = await ada.calls(
    ...words.map((word) => ['edit_file', { path: 'docs/a.md', old_text: word, new_text: word.toUpperCase() }] as const),
  )
  const won = results.map((result) => result.startsWith('{'))
  expect(won).toContain(true)
  for (const result of results.filter((_, index) => !won[index]))
    expect(result).toMatch(/^The file was changed meanwhile\. Nothing was written\. Read the file again/)
  const expected = words.map((word, index) => (won[index] ? word.toUpperCase() : word)).join(' ')
  expect((await storage.download('docs/a.md')).toString()).toBe(expected)
})

test('of two that write one new file at once, one makes it and the other writes over it', async () => {
  await using given = await ready()
  const { storage, ada } = given
  const write = (content: string) => ['write_file', { path: 'docs/new/a.md', content }] as const
  const results = (await ada.calls(write('1'), write('2'))).map((result) => JSON.parse(result).written)
  expect(results.toSorted()).toEqual(['created', 'overwritten'])
  expect(await storage.tree()).toEqual(['docs/', 'docs/new/', 'docs/new/a.md'])
  expect((await storage.download('docs/new/a.md')).toString()).toBe(results[0] === 'created' ? '2' : '1')
})

test('files and folders are renamed, copied, moved and deleted as people do it, and a person can restore them', async () => {
  await using given = await ready()
  const { storage, ada } = given
  await storage.upload('a.md', 'a', 'docs')
  await storage.folder('in', 'docs')
  const call = (tool: string, input: object) => ada.text(tool, input)
  expect(JSON.parse(await call('rename', { path: 'docs/a.md', new_name: 'b.md' }))).toEqual({
    path: 'docs/b.md',
    type: 'file',
    previous_path: 'docs/a.md',
  })
  expect(await call('rename', { path: 'docs/b.md', new_name: 'b.exe' })).toBe('Files of this type are not kept here')
  const placing = { source_path: 'docs/b.md', dest_path: '/docs/in/' }
  expect(JSON.parse(await call('copy', placing))).toMatchObject({ path: 'docs/in/b.md', copied_from: 'docs/b.md' })
  expect(await call('move', placing)).toMatch(/^Something of this name is there already\. Choose another/)
  expect(await call('move', { source_path: 'docs', dest_path: 'docs/in' })).toBe('A folder cannot be put into itself')
  expect(await call('delete', { path: 'docs/in/b.md' })).toContain('trash for 30 days')
  expect(JSON.parse(await call('move', placing))).toMatchObject({ path: 'docs/in/b.md', previous_path: 'docs/b.md' })
  expect(await storage.tree()).toEqual(['docs/', 'docs/in/', 'docs/in/b.md'])

  const [trashed] = await storage.tree('.trashbin').then((paths) => paths.filter((path) => path.endsWith('.md')))
  const ally = await given.another({ is_system: true })
  for (const path of ['.trashbin', trashed ?? '']) {
    for (const teammate of [ada, ally])
      for (const tool of ['list', 'read_file', 'stat_file', 'delete', 'search'])
        expect(await teammate.text(tool, { path, query: 'a' })).toMatch(/^Storage path not found\./)
    expect(await ally.text('get_temp_file_url', { path })).toBe('File not found')
    expect(await ally.text('copy', { source_path: path, dest_path: 'docs' })).toMatch(/^Storage path not found\./)
  }
  expect((await storage.restore(trashed ?? '')).body).toMatchObject({ path: 'docs/in/b (2).md' })
})

test('what was changed by a teammate is pushed to everyone in the organization', async () => {
  await using given = await ready()
  await given.ada.text('write_file', { path: 'docs/pushed.md', content: 'a' })
  await given.ada.text('delete', { path: 'docs/pushed.md' })
  for (const name of ['storage_file.created', 'storage_file.deleted']) {
    const { rooms } = await app.events.next(name, ({ payload }) => payload.path === 'docs/pushed.md')
    expect(rooms).toEqual([`organization:${given.organization.id}`])
  }
})

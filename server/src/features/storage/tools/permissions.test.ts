import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenToolCallers } from '#testing/storage/storage-tools.ts'

const app = await testApp()
/** A database without vectors offers no semantic search. */
const isOffered = async (name: string) =>
  (await app.ctx.ports.tools.get(name)?.is_available?.(app.ctx as never)) ?? true
const hasVectors = await isOffered('storage.semantic_search')

type Given = Awaited<ReturnType<typeof givenToolCallers>>
type Caller = Given['ada']

/** Two folders below `top`, with a file to be found in one of them. */
async function ready() {
  const given = await givenToolCallers(app)
  for (const path of ['top/sub', 'top/dest', 'top/other']) {
    await given.client.post(`${given.storage.base}/file/content`, { path: `${path}/` })
  }
  await given.storage.upload('a.md', 'needle', 'top/sub')
  await given.storage.upload('b.md', 'needle', 'top/other')
  return given
}

const reading = (top: string) =>
  [
    ['list', { path: `${top}/sub` }],
    ...(hasVectors ? [['semantic_search', { query: 'needle', path: `${top}/sub` }] as const] : []),
    ['search', { query: 'needle', path: `${top}/sub` }],
    ['read_file', { path: `${top}/sub/a.md` }],
    ['stat_file', { path: `${top}/sub/a.md` }],
    ['get_temp_file_url', { path: `${top}/sub/a.md` }],
  ] as const

/** In an order in which each finds what it needs when all before it were allowed. */
const writing = (top: string) =>
  [
    ['write_file', { path: `${top}/sub/new/file.md`, content: 'new' }],
    ['edit_file', { path: `${top}/sub/a.md`, old_text: 'needle', new_text: 'needles' }],
    ['copy', { source_path: `${top}/sub/a.md`, dest_path: `${top}/dest` }],
    ['rename', { path: `${top}/sub/a.md`, new_name: 'c.md' }],
    ['move', { source_path: `${top}/sub/c.md`, dest_path: `${top}/dest` }],
    ['delete', { path: `${top}/dest/c.md` }],
  ] as const

async function verdicts({ calls }: Caller, top = 'top'): Promise<{ read: string[]; write: string[] }> {
  const read = (await calls(...reading(top))).map(verdictOf)
  const write: string[] = []
  for (const call of writing(top)) write.push(...(await calls(call)).map(verdictOf))
  return { read, write }
}

function verdictOf(answer: string): string {
  if (/^(Storage path|File) not found/.test(answer)) return 'missing'
  if (/for reading only|you may not/.test(answer)) return 'refused'
  if (/^(\{|top\/)/.test(answer)) return 'done'
  return answer
}

const all = (verdict: string, calls = 6): string[] => Array.from({ length: calls }, () => verdict)
const allReads = (verdict: string): string[] => all(verdict, reading('').length)

test('a teammate with no share learns of nothing: every answer is the one for what is not there', async () => {
  await using given = await ready()
  const { ada } = given
  const answers = async (top: string) => [...(await ada.calls(...reading(top))), ...(await ada.calls(...writing(top)))]
  const hidden = await answers('top')
  expect(hidden.map(verdictOf)).toEqual([...allReads('missing'), ...all('missing')])
  expect(hidden).toEqual(await answers('nowhere'))
  expect(await ada.json('search', { query: 'needle' })).toMatchObject({ matched_files: 0 })
  expect(await ada.text('write_file', { path: 'file.md' })).toMatch(/^Storage path not found\./)
  // What exists is no conflict either, and a folder no file.
  for (const path of ['top/sub/a.md', 'top/sub', 'top', 'top/sub/a.md/x.md'])
    expect(await ada.text('write_file', { path, content: 'x' })).toMatch(/^(Storage path not found|Files of this type)/)
  expect(await ada.text('read_file', { path: 'top/sub' })).toMatch(/^Storage path not found\./)
  expect((await given.storage.download('top/sub/a.md')).toString()).toBe('needle')
})

test('reading lets a teammate look and find, and change nothing', async () => {
  await using given = await ready()
  await given.ada.share('top', 'read')
  const before = await given.storage.tree()
  // The file keeps its name, so that what would come after is not there.
  expect(await verdicts(given.ada)).toEqual({
    read: allReads('done'),
    write: ['refused', 'refused', 'refused', 'refused', 'missing', 'missing'],
  })
  const change = [
    ['move', { source_path: 'top/sub/a.md', dest_path: 'top/dest' }],
    ['delete', { path: 'top/sub/a.md' }],
    ['delete', { path: 'top' }],
    ['rename', { path: 'top', new_name: 'x' }],
    ['write_file', { path: 'top/sub/a.md', content: 'x' }],
    ['write_file', { path: 'top/folder/' }],
  ] as const
  expect((await given.ada.calls(...change)).map(verdictOf)).toEqual(all('refused'))
  expect(await given.storage.tree()).toEqual(before)
})

test('writing lets a teammate do everything below the folder that it was given', async () => {
  await using given = await ready()
  await given.ada.share('top', 'write')
  expect(await verdicts(given.ada)).toEqual({ read: allReads('done'), write: all('done') })
  expect(await given.storage.tree('top')).toEqual([
    'top/dest/',
    'top/dest/a.md',
    'top/other/',
    'top/other/b.md',
    'top/sub/',
    'top/sub/new/',
    'top/sub/new/file.md',
  ])
})

test('a system teammate and a personal assistant may do everything, anywhere', async () => {
  for (const own of [false, true]) {
    await using given = await ready()
    const system = await given.another({ is_system: true, ...(own && { owned_by_user_id: given.admin.id }) })
    expect(await verdicts(system)).toEqual({ read: allReads('done'), write: all('done') })
    expect(await system.json('write_file', { path: 'top.md' })).toMatchObject({ written: 'created' })
    expect(await system.json('delete', { path: 'top' })).toMatchObject({ deleted: 'top' })
  }
})

test('another organization’s teammate finds nothing, even if it may do everything at home', async () => {
  await using given = await ready()
  await using other = await givenToolCallers(app)
  await given.ada.share('top', 'write')
  const outsider = await other.another({ is_system: true })
  const { read, write } = await verdicts(outsider)
  expect(read).toEqual(allReads('missing'))
  expect(write).toEqual(['done', ...all('missing').slice(1)])
  expect((await outsider.json('search', { query: 'needle' })).matched_files).toBe(0)
  expect(await given.storage.tree('top/sub')).toEqual(['top/sub/a.md'])
})

test('a copy needs a readable source and a writable place; a move needs writing on both sides', async () => {
  await using given = await ready()
  const { ada, storage } = given
  const place = (source_path: string, dest_path: string) => ({ source_path, dest_path })
  const verdict = async (tool: string, source: string, dest: string) =>
    verdictOf(await ada.text(tool, place(source, dest)))
  await ada.share('top/sub', 'read')
  await ada.share('top/dest', 'write')
  expect(await verdict('copy', 'top/sub/a.md', 'top/dest')).toBe('done')
  expect(await verdict('copy', 'top/dest/a.md', 'top/sub')).toBe('refused')
  expect(await verdict('copy', 'top/other/b.md', 'top/dest')).toBe('missing')
  expect(await verdict('copy', 'top/sub/a.md', 'top/other')).toBe('missing')
  expect(await verdict('copy', 'top/sub/a.md', '/')).toBe('missing')
  expect(await verdict('move', 'top/sub/a.md', 'top/dest')).toBe('refused')
  expect(await verdict('move', 'top/dest/a.md', 'top/sub')).toBe('refused')
  expect(await verdict('move', 'top/dest/a.md', 'top/other')).toBe('missing')
  expect(await verdict('move', 'top/other/b.md', 'top/dest')).toBe('missing')
  expect(await storage.tree('top')).toEqual([
    'top/dest/',
    'top/dest/a.md',
    'top/other/',
    'top/other/b.md',
    'top/sub/',
    'top/sub/a.md',
  ])
})

test('a given folder can be renamed and stays given, and is deleted only from the folder above it', async () => {
  await using given = await ready()
  const { ada } = given
  await ada.share('top/sub', 'write')
  expect(await ada.json('rename', { path: 'top/sub', new_name: 'mine' })).toMatchObject({ path: 'top/mine' })
  expect((await ada.json('list')).entries).toEqual([{ path: 'top/mine', type: 'folder' }])
  expect(verdictOf(await ada.text('delete', { path: 'top/mine' }))).toBe('refused')
  expect(verdictOf(await ada.text('delete', { path: 'top' }))).toBe('missing')
  expect(verdictOf(await ada.text('delete', { path: 'top/mine/a.md' }))).toBe('done')
  await ada.unshare('top/mine')
  expect(await ada.json('list')).toMatchObject({ total: 0 })
})

const junk = [
  '../top/sub/a.md',
  'top/../top/sub/a.md',
  'top/./sub/a.md',
  'top//sub/a.md',
  'top/%2e%2e/sub/a.md',
  'top/%252e%252e%252fsub/a.md',
  'top%2fsub%2fa.md',
  'top\\sub\\a.md',
  'top/\u2024\u2024/a.md',
  'top/．．/a.md',
  'top/sub/a\u202e.md',
  'top/sub/a.md ',
  `top/${'x'.repeat(300)}.md`,
  `${'x/'.repeat(300)}a.md`,
]

test('no junk in a path leads anywhere, whatever tool it is given to', async () => {
  await using given = await ready()
  const { storage } = given
  const ally = await given.another({ is_system: true })
  const before = await storage.tree()
  const inputs = (path: string) => ({
    path,
    source_path: path,
    dest_path: path,
    query: 'needle',
    new_name: path,
    content: 'x',
    old_text: 'needle',
    new_text: 'x',
  })
  for (const path of junk) {
    const tools = [...app.ctx.ports.tools.keys()].filter(
      (name) => name.startsWith('storage.') && (hasVectors || name !== 'storage.semantic_search'),
    )
    const answers = await ally.calls(...tools.map((name) => [name.slice('storage.'.length), inputs(path)] as const))
    expect(answers).toHaveLength(hasVectors ? 12 : 11)
    for (const answer of answers) expect(answer, path).toMatch(/^The input does not fit\. .*(path|new_name): A /)
  }
  const misfits = [
    ['read_file', { path: 'top/sub/a.md', offset: 0 }],
    ['read_file', { path: 'top/sub/a.md', offset: 2 ** 60 }],
    ['read_file', { path: 'top/sub/a.md', limit: 1e9 }],
    ['read_file', { path: ['top/sub/a.md'] }],
    ['list', { offset: -1 }],
    ['list', { limit: 'all' }],
    ['search', { query: 'x'.repeat(201) }],
    ['edit_file', { path: 'top/sub/a.md', old_text: 'needle', new_text: 'x', replace_all: 'yes' }],
    ['delete', {}],
    ['move', null],
  ] as const
  for (const answer of await ally.calls(...misfits.map(([tool, input]) => [tool, input as object] as const)))
    expect(answer).toMatch(/^The input does not fit\./)
  for (const path of ['/', ''])
    for (const tool of ['delete', 'rename'])
      expect(await ally.text(tool, { path, new_name: 'x' })).toBe('This cannot be done with the root')
  expect(await ally.text('read_file', { path: 'top/sub/a.md\0' })).toMatch(/1\tneedle$|does not fit/)
  expect(await storage.tree()).toEqual(before)
  expect((await storage.download('top/sub/a.md')).toString()).toBe('needle')
})

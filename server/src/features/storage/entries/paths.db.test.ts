import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { MAX_DELAY_MS, processorTimeMs } from '#testing/processor-time.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

const hostile = [
  '..',
  '../etc/passwd',
  'a/../b',
  'a/./b',
  './a',
  'a//b',
  '//a',
  '///',
  'a/b//',
  'a\\b',
  '..\\..\\a',
  '%2e%2e/a',
  '%2e%2e%2fa',
  '%252e%252e%252fa',
  'a%2fb',
  'a%5cb',
  'a%00.md',
  'a\nb',
  'a\u007fb',
  'a\u202egpj.md',
  '．．/a',
  '‥/a',
  'a.',
  'a./b',
  'a /b',
  ' a',
  'a\ud800b',
  '...',
  'x'.repeat(256),
  'ä'.repeat(128),
  'a/'.repeat(257),
]

test('a path that leads astray, however it is written, is refused by every route with 400 in a sentence', async () => {
  const { member, key } = await givenStorage(app)
  await member.upload('a.md', 'x')
  const query = (path: string) => `path=${encodeURIComponent(path.toWellFormed())}`
  for (const path of hostile) {
    const paths = { path, source_path: path, dest_path: path, new_name: path, name: path }
    const answers = [
      await key.client.get(`/api/private/storage/?${query(path)}`),
      await key.client.get(`/api/private/storage/meta?${query(path)}`),
      await key.client.get(`/api/private/storage/download?${query(path)}`),
      await key.remove(path.toWellFormed()),
      await key.client.post('/api/private/storage/folder', { ...paths, path: '/' }),
      await key.client.post('/api/private/storage/folder', { ...paths, name: 'fine' }),
      await key.client.post('/api/private/storage/rename', { ...paths, new_name: 'fine.md' }),
      await key.client.post('/api/private/storage/rename', { ...paths, path: 'a.md' }),
      await key.move('a.md', path),
      await key.move(path, '/'),
      await member.copy(path, '/'),
      await member.restore(path),
      await member.client.get(`${member.base}/file/content?${query(path)}`),
      await member.client.post(`${member.base}/file/content`, { path, content: 'x' }),
      await member.client.put(`${member.base}/file/content`, { path, content: 'x' }),
      await member.client.get(`${member.base}/stats?${query(path)}`),
      await member.upload('b.md', 'x', path.toWellFormed()),
    ]
    for (const [index, { status, body }] of answers.entries()) {
      expect([status, typeof body.error], `${JSON.stringify(path)} in call ${index}`).toEqual([400, 'string'])
    }
  }
  expect(await member.tree()).toEqual(['a.md'])
})

test('a path of accents that are out of order is refused in time that grows with its length', async () => {
  const { member } = await givenStorage(app)
  const accents = `a${'\u0301\u0316'.repeat(100_000)}`
  const spentMs = await processorTimeMs(async () => {
    for (const path of [accents, `folder/${accents}`]) {
      const { status, body } = await member.client.post(`${member.base}/file/content`, { path, content: 'x' })
      expect([status, body.error]).toEqual([400, expect.stringContaining('at most 255 bytes')])
    }
  })
  expect(spentMs).toBeLessThan(MAX_DELAY_MS)
})

// Made before any request: it holds up the thread for seconds, in which a server closes connections.
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(fc.constantFrom('.', '..', '/', '\\', '%2e', '%2F', ' ', 'a', 'é', 'e\u0301', '\u200d', '~', ':', '*'), {
      maxLength: 6,
    })
    .map((parts) => parts.join('')),
)

test('whatever a name is, it is refused or kept as it is, and nothing is where it was not put', async () => {
  const { member } = await givenStorage(app)
  let kept = 0
  const property = fc.asyncProperty(anyName, async (name) => {
    const { status, body } = await member.folder(name)
    expect([201, 400, 409], JSON.stringify(name)).toContain(status)
    if (status !== 201) return
    kept++
    expect(body.name).toBe(name.normalize('NFC'))
    expect(body.path).toBe(body.name)
    expect(await member.list(`/${name}/`)).toEqual([])
  })
  await fc.assert(property, { seed: 20_261_121, numRuns: 300 })
  expect(await member.list('/')).toHaveLength(kept)
})

test('one name in two spellings of Unicode is one name', async () => {
  const { member } = await givenStorage(app)
  await member.upload('cafe\u0301.md', 'one')
  expect((await member.upload('caf\u00e9.md', 'two')).status).toBe(200)
  expect((await member.download('cafe\u0301.md')).toString()).toBe('two')
})

test('the trash’s own name is taken, in any case of letters', async () => {
  const { member } = await givenStorage(app)
  for (const name of ['.trashbin', '.TrashBin']) expect((await member.folder(name)).status).toBe(400)
  expect((await member.upload('a.md', 'x', '.trashbin')).status).toBe(400)
})

test('folders go 256 deep and no deeper, moved and copied ones too', async () => {
  const { member } = await givenStorage(app)
  const deep = Array.from({ length: 250 }, () => 'd').join('/')
  const make = (path: string) => member.client.post(`${member.base}/file/content`, { path })
  expect((await make(`${deep}/`)).status).toBe(201)
  expect((await make('branch/b/c/d/e/f/leaf.md')).status).toBe(201)
  expect((await member.move('branch', deep)).status).toBe(400)
  expect((await member.copy('branch', deep)).status).toBe(400)
  expect((await member.move('branch/b', deep)).status).toBe(200)
  expect((await member.upload('more.md', 'x', `${deep}/b/c/d/e/f`)).status).toBe(201)
  expect((await member.folder('more', `${deep}/b/c/d/e/f`)).status).toBe(201)
  expect((await member.folder('most', `${deep}/b/c/d/e/f/more`)).status).toBe(400)
})

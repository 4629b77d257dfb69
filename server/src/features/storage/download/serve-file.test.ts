import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { readZip } from '#testing/files/zip.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await testApp()

test('a folder comes as a zip of its name, with everything below it and the empty folders', async () => {
  const { member } = await givenStorage(app)
  const create = (path: string, content?: string) =>
    member.client.post(`${member.base}/file/content`, { path, content })
  await create('träume/a.md', 'first')
  await create('träume/deep/er/b.md', '')
  await create('träume/empty/nested/')
  const large = Buffer.alloc(3_000_000, 'x')
  await member.upload('large.txt', large, 'träume')
  const { headers } = await member.client.get(`${member.base}/download?path=${encodeURIComponent('träume')}`)
  expect(headers.get('content-type')).toBe('application/zip')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="tr_ume.zip"; filename*=UTF-8''tr%C3%A4ume.zip`)
  const files = readZip(await member.download('träume'))
  expect([...files.keys()].sort()).toEqual([
    'a.md',
    'deep/',
    'deep/er/',
    'deep/er/b.md',
    'empty/',
    'empty/nested/',
    'large.txt',
  ])
  expect(files.get('a.md')?.toString()).toBe('first')
  expect(sha(files.get('large.txt'))).toBe(sha(large))
})

test('the zip of the root leaves the trash out, and that of an empty folder is an empty zip', async () => {
  const { member } = await givenStorage(app)
  expect(readZip(await member.download('/')).size).toBe(0)
  await member.upload('a.md', 'a')
  await member.upload('b.md', 'b')
  await member.remove('a.md')
  expect([...readZip(await member.download('/')).keys()]).toEqual(['b.md'])
})

test('an uploaded page is offered for download and never runs as ours', async () => {
  const { member } = await givenStorage(app)
  await member.upload('page.html', '<script>alert(1)</script>')
  const { headers } = await member.client.get(`${member.base}/download?path=page.html`)
  expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a script that someone stored is given to anyone who downloads it, and to no page as a script', async () => {
  const { member } = await givenStorage(app)
  await member.upload('code.js', 'alert(1)')
  const as = (dest: string) =>
    member.client.send(`${member.base}/download?path=code.js`, { headers: { 'sec-fetch-dest': dest } })
  for (const dest of ['script', 'style', 'worker', 'serviceworker']) expect((await as(dest)).status).toBe(403)
  for (const dest of ['document', 'empty', 'image']) expect((await as(dest)).status).toBe(200)
})

const sha = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

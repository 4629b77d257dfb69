import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { storageBlobs } from '../table.ts'

const app = await testApp()
const given = () => givenStorage(app)
const TEN_MB = 10 * 1024 * 1024

describe.each(['key', 'member'] as const)('by %s', (way) => {
  const open = async () => {
    const all = await given()
    return { ...all, by: all[way], entryOf: (body: { data?: unknown }) => (way === 'key' ? body.data : body) }
  }

  test('an uploaded file is found, described and read back byte for byte', async () => {
    const { by, key, entryOf } = await open()
    const bytes = randomBytes(200_000)
    const { status, body } = await by.upload('Logo äöü.png', bytes)
    expect(status).toBe(201)
    const entry = { name: 'Logo äöü.png', path: 'Logo äöü.png', type: 'file', size: bytes.length }
    expect(entryOf(body)).toMatchObject({ ...entry, mime_type: 'image/png', index_state: 'Not indexable' })
    expect(await by.list('/')).toEqual([entryOf(body)])
    const meta = await key.client.get(`/api/private/storage/meta?path=${encodeURIComponent(entry.path)}`)
    expect(Object.keys(meta.body.data).sort()).toEqual(
      ['path', 'name', 'size', 'created_at', 'modified_at', 'hash', 'mime_type'].sort(),
    )
    expect((await by.download('/Logo äöü.png')).equals(bytes)).toBe(true)
    const { headers } = await by.client.get(`${by.base}/download?path=${encodeURIComponent(entry.path)}`)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Logo ___.png"; filename*=UTF-8''Logo%20%C3%A4%C3%B6%C3%BC.png`,
    )
  })

  test('a file whose name has quotation marks keeps them, as it comes from a browser', async () => {
    const { by, entryOf } = await open()
    const name = '5" screws.txt'
    expect(entryOf((await by.upload(name, 'x')).body)).toMatchObject({ name })
    expect((await by.download(name)).toString()).toBe('x')
  })

  test('a file that is uploaded again is overwritten with 200, and everyone is notified that it was updated', async () => {
    const { by, organization, entryOf } = await open()
    const first = await by.upload('prices.csv', 'a,b')
    const again = await by.upload('prices.csv', 'a,b,c')
    expect([first.status, again.status]).toEqual([201, 200])
    expect(entryOf(again.body)).toMatchObject({ size: 5, index_state: 'Queued for indexing' })
    expect((await by.download('prices.csv')).toString()).toBe('a,b,c')
    const here = ({ payload }: { payload: Record<string, unknown> }) => payload.organization_id === organization.id
    expect(app.events.find('storage_file.created', here)).toHaveLength(1)
    const [updated] = app.events.find(
      'storage_file.updated',
      (event) => here(event) && event.payload.index_state === 'Queued for indexing',
    )
    expect(updated?.rooms).toEqual([`organization:${organization.id}`])
    expect(updated?.payload).toMatchObject(entryOf(again.body) as object)
  })

  test('a folder of the name is a conflict, a missing folder is missing, and no file is a folder', async () => {
    const { by } = await open()
    await by.folder('plans.md')
    await by.upload('a.md', 'a')
    expect(await by.upload('plans.md', 'x')).toMatchObject({ status: 409, body: { code: 'STORAGE_PATH_CONFLICT' } })
    for (const path of ['nowhere', 'a.md', 'a.md/b']) {
      const missing = { status: 404, body: { success: false, error: 'Storage path not found' } }
      expect(await by.upload('b.md', 'b', path)).toMatchObject(missing)
    }
    expect(await by.tree()).toEqual(['a.md', 'plans.md/'])
  })

  test('kinds of files that are not kept, and names that no file can have, are refused in a sentence', async () => {
    const { by } = await open()
    for (const name of ['a.exe', 'a', 'LICENSE', 'a.md.zip', '.md.', 'a.mjs', 'a/b.md', '..\\a.md', '../a.md', ' a.md'])
      expect(await by.upload(name, 'x'), name).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/./) },
      })
    expect(await by.upload(`${'x'.repeat(253)}.md`, 'x')).toMatchObject({ status: 400 })
    expect((await by.upload('A.MD', 'x')).status).toBe(201)
    expect(await by.tree()).toEqual(['A.MD'])
  })

  test('10 MB are kept, one byte more is refused with 413 and nothing of it stays', async () => {
    const { by, organization } = await open()
    expect((await by.upload('large.txt', Buffer.alloc(TEN_MB, 'x'))).status).toBe(201)
    const { status, body } = await by.upload('larger.txt', Buffer.alloc(TEN_MB + 1, 'y'))
    expect([status, body.error]).toEqual([413, 'A file has at most 10 MB'])
    expect((await by.upload('huge.txt', Buffer.alloc(3 * TEN_MB, 'z'))).status).toBe(413)
    expect(await by.tree()).toEqual(['large.txt'])
    const kept = await app.ctx.db.select().from(storageBlobs).where(eq(storageBlobs.organization_id, organization.id))
    expect(kept).toHaveLength(1)
  })

  test('a form without its file, with two files, or that is none is refused', async () => {
    const { by } = await open()
    const form = new FormData()
    form.set('path', '/')
    expect(await by.send(form)).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } })
    for (const _ of [1, 2]) form.append('file', new Blob(['x']), 'a.md')
    expect((await by.send(form)).status).toBe(400)
    expect((await by.client.post(`${by.base}/upload`, { file: 'x' })).status).toBe(400)
    expect(await by.tree()).toEqual([])
  })

  test('fields behind the file count as those before it', async () => {
    const { by } = await open()
    await by.folder('docs')
    const form = new FormData()
    form.set('file', new Blob(['x']), 'a.md')
    form.set('path', 'docs')
    expect((await by.send(form)).status).toBe(201)
    form.set('path', '../etc')
    expect((await by.send(form)).body.issues[0].path).toBe('path')
    expect(await by.tree()).toEqual(['docs/', 'docs/a.md'])
  })
})

test('a person who may not call is answered before a byte of the file is read', async () => {
  const { organization } = await given()
  const outsider = await given()
  const form = new FormData()
  form.set('file', new Blob(['x']), 'a.md')
  const path = `/api/organizations/${organization.id}/storage/upload`
  expect((await outsider.member.client.send(path, { method: 'POST', body: form })).status).toBe(404)
  expect((await app.anyone.send(path, { method: 'POST', body: form })).status).toBe(401)
})

test('an inactive organization’s key reads and changes nothing', async () => {
  const { key } = await givenStorage(app, { status: 'inactive' })
  const { status, body } = await key.upload('a.md', 'x')
  expect([status, body.code]).toEqual([403, 'ORGANIZATION_INACTIVE'])
  expect(await key.list('/')).toEqual([])
})

test('a client that hangs up half way leaves nothing', async () => {
  const { organization, private_key, key } = await given()
  const spool = join(app.config.DATA_DIR, 'blobs', 'spool')
  const { port } = new URL(app.base_url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/private/storage/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${private_key}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 5000000\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\n',
  )
  socket.write(Buffer.alloc(1_000_000, 'x'))
  await expect.poll(async () => (await readdir(spool)).length).toBeGreaterThan(0)
  socket.destroy()
  await once(socket, 'close')
  await expect.poll(() => readdir(spool)).toEqual([])
  expect(await key.list('/')).toEqual([])
  const kept = await app.ctx.db.select().from(storageBlobs).where(eq(storageBlobs.organization_id, organization.id))
  expect(kept).toEqual([])
})

test('uploads of one name at once leave one whole file, and the same bytes under many names are all there', async () => {
  const { member } = await given()
  const texts = Array.from({ length: 8 }, (_, n) => `${n}`.repeat(50_000))
  const answers = await Promise.all(texts.map((text) => member.upload('a.txt', text)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  expect(texts).toContain((await member.download('a.txt')).toString())
  await Promise.all(texts.map((_, n) => member.upload(`same-${n}.txt`, 'the same')))
  for (const [n] of texts.entries()) expect((await member.download(`same-${n}.txt`)).toString()).toBe('the same')
})

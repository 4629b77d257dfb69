import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDiskObjects } from '#platform/blobs/disk.ts'
import { plainBlobs } from '#platform/blobs/plain.ts'
import { ownTestApp, startTestApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { scratchDirectory } from '#testing/suite/scratch.ts'
import { storageEntries } from '../table.ts'

const objects = await openDiskObjects(scratchDirectory())
let failure: 'stage' | 'write' | 'store' | 'open' | null = null
const failWhen = (what: typeof failure) => {
  if (failure === what) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
}
const failing = () => {
  const blobs = plainBlobs({
    ...objects,
    adopt: async (file, key) => {
      failWhen('store')
      return objects.adopt(file, key)
    },
    open: async (key) => {
      failWhen('open')
      return objects.open(key)
    },
  })
  const stage: typeof blobs.stage = async (source) => {
    failWhen('stage')
    return blobs.stage(source)
  }
  return { plain: { ...blobs, stage }, sealed: null }
}
const app = await ownTestApp({ ports: { files: failing } })

test('a store that is full or away is reported in a sentence, leaves no row, and what was kept before stays', async () => {
  const { member } = await givenStorage(app)
  await member.upload('kept.md', 'kept')
  const unavailable = { status: 503, body: { success: false, code: 'STORAGE_UNAVAILABLE' } }
  for (const what of ['stage', 'store'] as const) {
    failure = what
    expect(await member.upload('new.md', `new ${what}`)).toMatchObject(unavailable)
    expect(await member.upload('kept.md', `changed ${what}`)).toMatchObject(unavailable)
    const content = { path: 'text.md', content: what }
    expect(await member.client.post(`${member.base}/file/content`, content)).toMatchObject(unavailable)
  }
  failure = 'open'
  const download = await member.client.get(`${member.base}/download?path=kept.md`)
  expect(download).toMatchObject(unavailable)
  failure = null
  expect(await member.tree()).toEqual(['kept.md'])
  expect((await member.download('kept.md')).toString()).toBe('kept')
  expect((await app.ctx.db.select().from(storageEntries)).filter(({ type }) => type === 'file')).toHaveLength(1)
  expect(await readdir(objects.spool)).toEqual([])
})

test('so is a disk that fills up while a file is written to it', async () => {
  await using some = await open(import.meta.filename)
  const files = Object.getPrototypeOf(some) as FileHandle
  const { writev } = files
  const spy = vi.spyOn(files, 'writev').mockImplementation(async function (this: FileHandle, ...given) {
    failWhen('write')
    return Reflect.apply(writev, this, given)
  })
  onTestFinished(() => spy.mockRestore())
  const { member } = await givenStorage(app)
  failure = 'write'
  for (const size of [10, 3_000_000]) {
    const refused = { status: 503, body: { success: false, code: 'STORAGE_UNAVAILABLE' } }
    expect(await member.upload('new.md', 'a'.repeat(size))).toMatchObject(refused)
  }
  failure = null
  expect(await member.tree()).toEqual([])
  expect(await readdir(objects.spool)).toEqual([])
})

test('with an object-store key files lie sealed, below their organization, and are read as they were', async () => {
  const env = { OBJECT_STORE_ENCRYPTION_KEY: randomBytes(32).toString('hex') }
  const sealing = await startTestApp({ env })
  const { member, organization } = await givenStorage(sealing)
  await member.upload('secret.md', 'a very plain secret')
  expect((await member.download('secret.md')).toString()).toBe('a very plain secret')
  const folder = join(sealing.config.DATA_DIR, 'blobs', 'files', organization.id)
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sealed'))
  expect(files).toHaveLength(1)
  expect((await readFile(join(folder, files[0] ?? ''))).includes('secret')).toBe(false)
  await sealing.close()
})

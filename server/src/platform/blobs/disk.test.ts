import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCipher } from '../cipher.ts'
import { openDiskObjects } from './disk.ts'
import { plainBlobs } from './plain.ts'
import { sealedBlobs } from './sealed.ts'

const cipher = createCipher(randomBytes(32))
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'disk-'))
})
afterEach(() => rm(directory, { recursive: true }))

const fileOf = (hash: string, suffix = '') => join(directory, hash.slice(0, 2), hash.slice(2, 4), `${hash}${suffix}`)

test('a blob that exists is not written again', async () => {
  const blobs = plainBlobs(await openDiskObjects(directory))
  const { hash } = await blobs.put(Buffer.from('once'))
  const before = await stat(fileOf(hash))
  await blobs.put(Buffer.from('once'))
  expect((await stat(fileOf(hash))).ino).toBe(before.ino)
})

test('what a killed process left in the spool is swept once it is a day old', async () => {
  const { spool } = await openDiskObjects(directory)
  await writeFile(join(spool, 'abandoned'), 'half a')
  await writeFile(join(spool, 'in-progress'), 'half b')
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await utimes(join(spool, 'abandoned'), longAgo, longAgo)
  await openDiskObjects(directory)
  expect(await readdir(spool)).toEqual(['in-progress'])
})

test('a sealed blob shows nothing of its bytes on disk', async () => {
  const blobs = sealedBlobs(await openDiskObjects(directory), cipher)
  const { hash } = await blobs.put(Buffer.from('a very plain secret'))
  expect((await readFile(fileOf(hash, '.sealed'))).includes('secret')).toBe(false)
})

test('a sealed blob that was altered, cut, or exchanged for another does not read to its end', async () => {
  const blobs = sealedBlobs(await openDiskObjects(directory), cipher)
  const { hash } = await blobs.put(randomBytes(200_000))
  const other = await blobs.put(randomBytes(200_000))
  const file = fileOf(hash, '.sealed')
  const sealed = await readFile(file)

  const altered = Buffer.from(sealed)
  altered.writeUInt8(altered.readUInt8(100_000) ^ 1, 100_000)
  for (const forgery of [altered, sealed.subarray(0, 70_000), Buffer.alloc(0)]) {
    await writeFile(file, forgery)
    await expect(buffer(await blobs.open(hash))).rejects.toThrow('The sealed value cannot be opened')
  }

  await copyFile(fileOf(other.hash, '.sealed'), file)
  await expect(buffer(await blobs.open(hash))).rejects.toThrow('it holds the bytes of another blob')
})

test('a reader that leaves early ends quietly', async () => {
  const blobs = sealedBlobs(await openDiskObjects(directory), cipher)
  const { hash } = await blobs.put(randomBytes(2_000_000))
  const reader = await blobs.open(hash)
  for await (const _ of reader) break
  expect(reader.destroyed).toBe(true)
})

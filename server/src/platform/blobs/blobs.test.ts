import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BucketDouble, startBucket } from '#testing/doubles/s3.ts'
import { closeServer } from '#testing/servers/listen-on-loopback.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { createCipher } from '../cipher.ts'
import type { BlobStore, ObjectStore } from './blob-store.ts'
import { openDiskObjects } from './disk.ts'
import { plainBlobs } from './plain.ts'
import { openS3Objects } from './s3.ts'
import { sealedBlobs } from './sealed.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const cipher = createCipher(randomBytes(32))
let directory: string
let bucket: BucketDouble

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'blobs-'))
  bucket = await startBucket()
})

afterAll(async () => {
  await bucket.close()
  await rm(directory, { recursive: true })
})

const openS3 = (keyId = 'S3RVER', name = 'files', more: { endpoint?: string; timeoutMs?: number } = {}) =>
  openS3Objects({
    endpoint: bucket.endpoint,
    bucket: name,
    region: 'us-east-1',
    access_key_id: keyId,
    secret_access_key: 'S3RVER',
    spool: join(directory, 's3-spool'),
    ...more,
  })

const stores: [string, () => Promise<ObjectStore>, (objects: ObjectStore) => BlobStore][] = [
  ['plain blobs on disk', () => openDiskObjects(join(directory, 'plain')), plainBlobs],
  ['sealed blobs on disk', () => openDiskObjects(join(directory, 'sealed')), (objects) => sealedBlobs(objects, cipher)],
  ['plain blobs in S3', openS3, plainBlobs],
  ['sealed blobs in S3', openS3, (objects) => sealedBlobs(objects, cipher)],
]

describe.each(stores)('%s', (_name, openObjects, over) => {
  const open = async () => {
    const objects = await openObjects()
    return { objects, blobs: over(objects) }
  }

  test('bytes are found again by the hash of what they are', async () => {
    const { objects, blobs } = await open()
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), randomBytes(300_000)]) {
      const put = await blobs.put(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]))
      expect(put).toEqual({ hash: sha256(bytes), size: bytes.length })
      expect(await blobs.put(bytes)).toEqual(put)
      expect(await blobs.has(put.hash)).toBe(true)
      expect((await buffer(await blobs.open(put.hash))).equals(bytes)).toBe(true)
    }
    expect(await readdir(objects.spool)).toEqual([])
  })

  test('a blob larger than one upload part comes back whole', async () => {
    const { blobs } = await open()
    const megabyte = randomBytes(1024 ** 2)
    const { hash, size } = await blobs.put(Readable.from(Array.from({ length: 20 }, () => megabyte)))
    expect(size).toBe(20 * 1024 ** 2)
    expect(sha256(await buffer(await blobs.open(hash)))).toBe(hash)
  })

  test('a source that fails half-way leaves nothing, neither a blob nor a file in the spool', async () => {
    const { objects, blobs } = await open()
    const start = randomBytes(200_000)
    async function* breaking() {
      yield start
      throw new Error('the line went dead')
    }
    await expect(blobs.put(Readable.from(breaking()))).rejects.toThrow('the line went dead')

    const aborted = new Readable({ read: () => undefined })
    aborted.push(start)
    setImmediate(() => aborted.destroy())
    await expect(blobs.put(aborted)).rejects.toThrow(/premature|abort/i)

    expect(await blobs.has(sha256(start))).toBe(false)
    expect(await readdir(objects.spool)).toEqual([])
  })

  test('the same bytes put many times at once are one readable blob', async () => {
    const { objects, blobs } = await open()
    const bytes = randomBytes(150_000)
    const puts = await Promise.all(Array.from({ length: 8 }, () => blobs.put(Readable.from([bytes]))))
    expect(new Set(puts.map((put) => put.hash))).toEqual(new Set([sha256(bytes)]))
    expect((await buffer(await blobs.open(sha256(bytes)))).equals(bytes)).toBe(true)
    expect(await readdir(objects.spool)).toEqual([])
  })

  test('what is not there, or is no hash at all, is missing', async () => {
    const { blobs } = await open()
    for (const hash of ['0'.repeat(64), '', '../../etc/passwd', `${'a'.repeat(64)}/..`, 'A'.repeat(64)]) {
      expect(await blobs.has(hash)).toBe(false)
      await expect(blobs.open(hash)).rejects.toMatchObject({ name: 'BlobMissing', hash })
      await blobs.delete(hash)
    }
  })

  test('a deleted blob is gone and may be put again', async () => {
    const { blobs } = await open()
    const { hash } = await blobs.put(Buffer.from('here today'))
    await blobs.delete(hash)
    await blobs.delete(hash)
    await expect(blobs.open(hash)).rejects.toMatchObject({ name: 'BlobMissing' })
    await blobs.put(Buffer.from('here today'))
    expect((await buffer(await blobs.open(hash))).toString()).toBe('here today')
  })
})

test('plain and sealed blobs of the same bytes lie in one bucket without meeting', async () => {
  const objects = await openS3()
  const plain = plainBlobs(objects)
  const sealed = sealedBlobs(objects, cipher)
  const { hash } = await sealed.put(Buffer.from('shared bytes'))
  expect(await plain.has(hash)).toBe(false)
  await plain.put(Buffer.from('shared bytes'))
  await sealed.delete(hash)
  expect((await buffer(await plain.open(hash))).toString()).toBe('shared bytes')
})

test('S3 with an unknown key or without its bucket fails at once and aloud, never as a missing blob', async () => {
  const forged = plainBlobs(await openS3('NOBODY'))
  await expect(forged.put(Buffer.from('x'))).rejects.toThrow(/403/)
  await expect(forged.open('0'.repeat(64))).rejects.toThrow(/403/)
  await expect(plainBlobs(await openS3('S3RVER', 'nowhere')).put(Buffer.from('x'))).rejects.toThrow(/404/)
})

test('a store that accepts requests and never answers is unavailable, and so is one that cannot be reached', async () => {
  const { url, server } = await serve(() => undefined)
  const silent = plainBlobs(await openS3('S3RVER', 'files', { endpoint: url, timeoutMs: 300 }))
  const unavailable = { kind: 'unavailable', message: 'Files are not available at the moment' }
  await expect(silent.put(Buffer.from('x'))).rejects.toMatchObject(unavailable)
  await expect(silent.open('0'.repeat(64))).rejects.toMatchObject(unavailable)
  await closeServer(server)
  await expect(silent.has('0'.repeat(64))).rejects.toMatchObject(unavailable)
})

test('a file whose transfer stops in the middle fails instead of waiting', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('12345')
  })
  const stopping = plainBlobs(await openS3('S3RVER', 'files', { endpoint: url, timeoutMs: 300 }))
  await expect(buffer(await stopping.open('0'.repeat(64)))).rejects.toThrow(/terminated|timeout/i)
})

import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { type Cipher, SealBroken } from '../cipher.ts'
import { adoptOnce } from './adopt-once.ts'
import { BlobMissing, type BlobStore, type ObjectStore, type Staged } from './blob-store.ts'
import { isHash, spreadOut } from './keys.ts'
import { putStaged } from './put-staged.ts'
import { spool } from './spool.ts'

/** Blobs that lie encrypted, beside plain ones if there are any; no plain byte touches a disk on the way. */
export function sealedBlobs(objects: ObjectStore, cipher: Cipher, prefix = ''): BlobStore {
  const keyOf = (hash: string) => `${prefix}${spreadOut(hash)}.sealed`
  const stage = async (source: Readable | Buffer): Promise<Staged> => {
    const spooled = await spool(source, objects.spool, cipher.encryptStream())
    return { ...spooled, store: () => adoptOnce(objects, spooled, keyOf(spooled.hash)) }
  }

  return {
    stage,
    put: (source) => putStaged(stage, source),
    open: async (hash) => {
      const sealed = isHash(hash) ? await objects.open(keyOf(hash)) : undefined
      if (!sealed) throw new BlobMissing(hash)
      // The reader meets any failure on the stream that it holds, so there is nothing left to do here.
      return pipeline(sealed, cipher.decryptStream(), expectHash(hash), () => undefined)
    },
    has: async (hash) => isHash(hash) && objects.has(keyOf(hash)),
    delete: async (hash) => {
      if (isHash(hash)) await objects.delete(keyOf(hash))
    },
  }
}

// Each object proves itself, yet two could have been exchanged for one another; only the hash tells them apart.
function expectHash(expected: string): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(hash.digest('hex') === expected ? null : new SealBroken('it holds the bytes of another blob'))
    },
  })
}

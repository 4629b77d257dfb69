import { adoptOnce } from './adopt-once.ts'
import { BlobMissing, type BlobStore, type ObjectStore } from './blob-store.ts'
import { isHash, keyOf } from './keys.ts'
import { spool } from './spool.ts'

/** Blobs whose stored bytes are the bytes themselves. */
export function plainBlobs(objects: ObjectStore): BlobStore {
  return {
    put: async (source) => {
      await using spooled = await spool(source, objects.spool)
      const { file, hash, size } = spooled
      await adoptOnce(objects, file, keyOf(hash))
      return { hash, size }
    },
    open: async (hash) => {
      const bytes = isHash(hash) ? await objects.open(keyOf(hash)) : undefined
      if (!bytes) throw new BlobMissing(hash)
      return bytes
    },
    has: async (hash) => isHash(hash) && objects.has(keyOf(hash)),
    delete: async (hash) => {
      if (isHash(hash)) await objects.delete(keyOf(hash))
    },
  }
}

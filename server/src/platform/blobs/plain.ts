import type { Readable } from 'node:stream'
import { adoptOnce } from './adopt-once.ts'
import { BlobMissing, type BlobStore, type ObjectStore, type Staged } from './blob-store.ts'
import { isHash, spreadOut } from './keys.ts'
import { putStaged } from './put-staged.ts'
import { spool } from './spool.ts'

/** Blobs whose stored bytes are the bytes themselves, below a prefix of keys if they need a place of their own. */
export function plainBlobs(objects: ObjectStore, prefix = ''): BlobStore {
  const keyOf = (hash: string) => `${prefix}${spreadOut(hash)}`
  const stage = async (source: Readable | Buffer): Promise<Staged> => {
    const spooled = await spool(source, objects.spool)
    return { ...spooled, store: () => adoptOnce(objects, spooled, keyOf(spooled.hash)) }
  }

  return {
    stage,
    put: (source) => putStaged(stage, source),
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

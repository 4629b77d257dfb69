import type { Readable } from 'node:stream'
import type { BlobStore } from './blob-store.ts'

/** Takes in and stores at once, for a caller that has nothing left to check in between. */
export async function putStaged(
  stage: BlobStore['stage'],
  source: Readable | Buffer,
): Promise<{ hash: string; size: number }> {
  await using staged = await stage(source)
  await staged.store()
  return { hash: staged.hash, size: staged.size }
}

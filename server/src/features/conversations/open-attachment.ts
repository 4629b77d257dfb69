import type { Readable } from 'node:stream'
import type { Context } from '#platform/context.ts'
import type { AttachmentRow } from './table.ts'

/** The bytes of a file, in plain, from the store in which it lies. */
export async function openAttachment(
  ctx: Context,
  { hash, is_encrypted }: Pick<AttachmentRow, 'hash' | 'is_encrypted'>,
): Promise<Readable> {
  const store = is_encrypted ? ctx.ports.sealed_blobs : ctx.ports.blobs
  if (!store) throw new Error('The attachment is encrypted, and OBJECT_STORE_ENCRYPTION_KEY is not set')
  return store.open(hash)
}

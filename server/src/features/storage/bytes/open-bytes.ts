import type { Readable } from 'node:stream'
import { BlobMissing } from '#platform/blobs/blob-store.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { EntryRow } from '../table.ts'
import { storeUnavailable } from './stage-bytes.ts'

type Named = Pick<EntryRow, 'hash' | 'is_encrypted'>
type Attached = { hash: string; is_encrypted: boolean }

export async function openBytes(ctx: OrgContext, { hash, is_encrypted }: Named): Promise<Readable> {
  if (hash === null) throw new Error('A folder has no bytes')
  return storeOf(ctx.ports.files(ctx.organization.id), is_encrypted)
    .open(hash)
    .catch((error: unknown) => {
      throw storeUnavailable(error)
    })
}

/** All bytes of a file; of several that are read at once, one is put together at a time. */
export async function readBytes(ctx: OrgContext, named: Named): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await openBytes(ctx, named)) chunks.push(chunk)
  await yieldToEventLoop()
  return Buffer.concat(chunks)
}

/** The file of a message; those of earlier versions lie in one place for all organizations. */
export function openAttachedBytes(ctx: OrgContext, file: Attached): Promise<Readable> {
  return openBytes(ctx, file).catch((error: unknown) => {
    if (!(error instanceof Error && error.cause instanceof BlobMissing)) throw error
    const { blobs: plain, sealed_blobs: sealed } = ctx.ports
    return storeOf({ plain, sealed }, file.is_encrypted).open(file.hash)
  })
}

function storeOf<S>({ plain, sealed }: { plain: S; sealed: S | null }, is_encrypted: boolean | null): S {
  const store = is_encrypted ? sealed : plain
  if (!store) throw new Error('The file is encrypted, and OBJECT_STORE_ENCRYPTION_KEY is not set')
  return store
}

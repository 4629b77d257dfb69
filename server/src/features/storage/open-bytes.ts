import type { Readable } from 'node:stream'
import type { OrgContext } from '../organizations/context.ts'
import { storeUnavailable } from './bytes/stage-bytes.ts'
import type { EntryRow } from './table.ts'

export async function openBytes(
  ctx: OrgContext,
  { hash, is_encrypted }: Pick<EntryRow, 'hash' | 'is_encrypted'>,
): Promise<Readable> {
  if (hash === null) throw new Error('A folder has no bytes')
  const { plain, sealed } = ctx.ports.files(ctx.organization.id)
  const store = is_encrypted ? sealed : plain
  if (!store) throw new Error('The file is encrypted, and OBJECT_STORE_ENCRYPTION_KEY is not set')
  return store.open(hash).catch((error: unknown) => {
    throw storeUnavailable(error)
  })
}

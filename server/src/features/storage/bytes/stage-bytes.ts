import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { WriteFailed } from '#platform/blobs/write-all.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { storageBlobs } from '../table.ts'

/** What a file's row says about its bytes. */
export type Bytes = { hash: string; is_encrypted: boolean; size: number }

/** Bytes that were taken in; `store` makes them last, and nothing names them before. */
export type StagedBytes = AsyncDisposable & { readonly size: number; store(): Promise<Bytes> }

export const storeUnavailable = (cause: unknown) =>
  new AppError('unavailable', 'The file store cannot be reached or is full; try again later', {
    code: 'STORAGE_UNAVAILABLE',
    cause,
  })

/** Streams bytes in, sealed where the operator gave a key. What fails in the source is the source's own failure. */
export async function stageBytes(ctx: OrgContext, source: Readable | Buffer): Promise<StagedBytes> {
  const { plain, sealed } = ctx.ports.files(ctx.organization.id)
  const is_encrypted = sealed !== null
  const staged = await (sealed ?? plain).stage(source).catch((error: unknown) => {
    // A failed write ends the source as well.
    const hasSourceFailed = source instanceof Readable && source.errored && !(error instanceof WriteFailed)
    throw hasSourceFailed ? error : storeUnavailable(error)
  })
  return {
    size: staged.size,
    [Symbol.asyncDispose]: () => staged[Symbol.asyncDispose](),
    async store() {
      const { hash, size } = staged
      await touch(ctx, { hash, is_encrypted })
      await staged.store().catch((error: unknown) => {
        throw storeUnavailable(error)
      })
      return { hash, is_encrypted, size }
    },
  }
}

/**
 * Marks bytes as just used, even before they are stored. One statement, which waits for a deletion in progress.
 */
const touchBytes = defineStatement(
  'touch_stored_bytes',
  { organization_id: 'uuid', hash: 'text', is_encrypted: 'boolean', touched_at: 'timestamptz' },
  (p) => sql`
  insert into ${storageBlobs} (organization_id, hash, is_encrypted, touched_at)
  values (${p.organization_id}, ${p.hash}, ${p.is_encrypted}, ${p.touched_at})
  on conflict (organization_id, hash, is_encrypted) do update set touched_at = excluded.touched_at`,
)

/** Before the bytes are there: from now on they are young, and collecting them, if it has begun, is waited for. */
async function touch(ctx: OrgContext, bytes: Pick<Bytes, 'hash' | 'is_encrypted'>): Promise<void> {
  await touchBytes(ctx.db, { organization_id: ctx.organization.id, ...bytes, touched_at: ctx.now() })
}

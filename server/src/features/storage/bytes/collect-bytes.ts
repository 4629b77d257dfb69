import { and, eq, gt, lt, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { storageBlobs, storageEntries } from '../table.ts'

/** Longer than any upload or download takes: bytes are stored before an entry names them, and read after it is gone. */
const GRACE_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 200

type Blob = typeof storageBlobs.$inferSelect

/** Of `storageBlobs`: whether something above storage names these bytes, such as a file of a message. */
type NamedElsewhere = (ctx: Context) => SQL

const nowhereElse: NamedElsewhere = () => sql`false`

/**
 * Erases bytes that nothing names any more, neither an entry nor what is above storage. The row of the bytes is locked while they go: an upload of the same bytes
 * waits in `touch` and then stores them again, and an entry cannot come to name them, because its foreign key waits too. Other code that names bytes stores them first,
 * which makes them young.
 */
export async function collectUnnamedBytes(ctx: Context, isElsewhere: NamedElsewhere = nowhereElse): Promise<void> {
  const before = new Date(ctx.now().getTime() - GRACE_MS)
  for (let last: Blob | undefined; ; ) {
    const batch = await unnamed(ctx, { before, last, isElsewhere })
    for (const blob of batch) await collect(ctx, blob, { before, isElsewhere })
    last = batch.at(-1)
    if (!last) return
  }
}

const isUnnamed = (ctx: Context) =>
  notExists(
    ctx.db
      .select({ one: sql`1` })
      .from(storageEntries)
      .where(
        and(
          eq(storageEntries.organization_id, storageBlobs.organization_id),
          eq(storageEntries.hash, storageBlobs.hash),
          eq(storageEntries.is_encrypted, storageBlobs.is_encrypted),
        ),
      ),
  )

const inOrder = sql`(${storageBlobs.touched_at}, ${storageBlobs.organization_id}, ${storageBlobs.hash})`

type Search = { before: Date; isElsewhere: NamedElsewhere }

function unnamed(ctx: Context, { before, last, isElsewhere }: Search & { last: Blob | undefined }): Promise<Blob[]> {
  const after =
    last &&
    gt(inOrder, sql`(${last.touched_at.toISOString()}::timestamptz, ${last.organization_id}::uuid, ${last.hash})`)
  return ctx.db
    .select()
    .from(storageBlobs)
    .where(and(lt(storageBlobs.touched_at, before), isUnnamed(ctx), not(isElsewhere(ctx)), after))
    .orderBy(storageBlobs.touched_at, storageBlobs.organization_id, storageBlobs.hash)
    .limit(BATCH_SIZE)
}

async function collect(
  ctx: Context,
  { organization_id, hash, is_encrypted }: Blob,
  { before, isElsewhere }: Search,
): Promise<void> {
  const files = ctx.ports.files(organization_id)
  const store = is_encrypted ? files.sealed : files.plain
  // Without the key nobody can read them; with it again they are collected.
  if (!store) return
  const isBlob = and(
    eq(storageBlobs.organization_id, organization_id),
    eq(storageBlobs.hash, hash),
    eq(storageBlobs.is_encrypted, is_encrypted),
  )
  await ctx.transaction(async (ctx) => {
    const [still] = await ctx.db
      .select()
      .from(storageBlobs)
      .where(and(isBlob, lt(storageBlobs.touched_at, before)))
      .for('update')
    if (!still) return
    // Asked again under the lock: an entry may have been written while it was waited for.
    const [free] = await ctx.db
      .select({ hash: storageBlobs.hash })
      .from(storageBlobs)
      .where(and(isBlob, isUnnamed(ctx), not(isElsewhere(ctx))))
    if (!free) return
    await store.delete(hash)
    await ctx.db.delete(storageBlobs).where(isBlob)
  })
}

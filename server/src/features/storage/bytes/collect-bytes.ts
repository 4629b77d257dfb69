import { and, eq, gt, lt, notExists, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { storageBlobs, storageEntries } from '../table.ts'

/** Longer than any upload or download takes: bytes are stored before an entry names them, and read after it is gone. */
const YOUNG_MS = 24 * 60 * 60 * 1000
const BATCH = 200

type Blob = typeof storageBlobs.$inferSelect

/**
 * Erases bytes that no entry names any more. The row of the bytes is locked while they go: an upload of the same bytes
 * waits in `touch` and then stores them anew, and an entry cannot come to name them, because its foreign key waits too.
 */
export async function collectUnnamedBytes(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - YOUNG_MS)
  for (let last: Blob | undefined; ; ) {
    const batch = await unnamed(ctx, before, last)
    for (const blob of batch) await collect(ctx, blob, before)
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

function unnamed(ctx: Context, before: Date, last: Blob | undefined): Promise<Blob[]> {
  const after =
    last &&
    gt(inOrder, sql`(${last.touched_at.toISOString()}::timestamptz, ${last.organization_id}::uuid, ${last.hash})`)
  return ctx.db
    .select()
    .from(storageBlobs)
    .where(and(lt(storageBlobs.touched_at, before), isUnnamed(ctx), after))
    .orderBy(storageBlobs.touched_at, storageBlobs.organization_id, storageBlobs.hash)
    .limit(BATCH)
}

async function collect(ctx: Context, { organization_id, hash, is_encrypted }: Blob, before: Date): Promise<void> {
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
      .where(and(isBlob, isUnnamed(ctx)))
    if (!free) return
    await store.delete(hash)
    await ctx.db.delete(storageBlobs).where(isBlob)
  })
}

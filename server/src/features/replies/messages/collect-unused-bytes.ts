import { and, eq, exists, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { attachments } from '../../conversations/table.ts'
import { runFiles } from '../../runs/table.ts'
import { collectUnnamedBytes } from '../../storage/bytes/collect-bytes.ts'
import { storageBlobs } from '../../storage/table.ts'

/**
 * Deletes bytes that no row refers to. Files of the storage, of messages and of runs share one blob store, and only this layer
 * knows all three tables. A deleted conversation keeps its files, because it can be restored.
 */
export function collectUnusedBytes(ctx: Context): Promise<void> {
  return collectUnnamedBytes(ctx, (ctx) => sql`(${or(namedIn(ctx, attachments), namedIn(ctx, runFiles))})`)
}

const namedIn = (ctx: Context, files: typeof attachments | typeof runFiles) =>
  exists(
    ctx.db
      .select({ one: sql`1` })
      .from(files)
      .where(
        and(
          eq(files.organization_id, storageBlobs.organization_id),
          eq(files.hash, storageBlobs.hash),
          eq(files.is_encrypted, storageBlobs.is_encrypted),
        ),
      ),
  )

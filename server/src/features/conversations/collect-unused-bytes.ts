import { and, eq, exists, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { collectUnnamedBytes } from '../storage/collect-bytes.ts'
import { storageBlobs } from '../storage/table.ts'
import { attachments } from './table.ts'

/**
 * The bytes of an organization's files and of the files of its messages lie together, and only here both are known. A
 * deleted conversation keeps its files, because it can be restored; they go with their rows.
 */
export function collectUnusedBytes(ctx: Context): Promise<void> {
  return collectUnnamedBytes(ctx, isAttached)
}

const isAttached = (ctx: Context) =>
  exists(
    ctx.db
      .select({ one: sql`1` })
      .from(attachments)
      .where(
        and(
          eq(attachments.organization_id, storageBlobs.organization_id),
          eq(attachments.hash, storageBlobs.hash),
          eq(attachments.is_encrypted, storageBlobs.is_encrypted),
        ),
      ),
  )

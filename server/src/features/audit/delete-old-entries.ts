import { asc, inArray, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { auditEntries } from './table.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 5000

/** Deletes what is older than `AUDIT_RETENTION_DAYS`, a batch at a time, so that nobody waits for it. */
export async function deleteOldEntries(ctx: Context): Promise<void> {
  const oldest = new Date(ctx.now().getTime() - ctx.ports.config.AUDIT_RETENTION_DAYS * DAY_MS)
  for (;;) {
    const old = ctx.db
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(lt(auditEntries.created_at, oldest))
      .orderBy(asc(auditEntries.created_at))
      .limit(BATCH_SIZE)
    const { rowCount } = await ctx.db.delete(auditEntries).where(inArray(auditEntries.id, old))
    if ((rowCount ?? 0) < BATCH_SIZE) return
  }
}

import { asc, inArray, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { webhookDeliveries, webhookPayloads } from '../table.ts'

const RETENTION_MS = 30 * 86_400_000
const BATCH_SIZE = 5000

/** Deletes deliveries older than 30 days, a batch at a time, so that no other statement waits for it. */
export async function deleteOldDeliveries(ctx: Context): Promise<void> {
  const oldest = new Date(ctx.now().getTime() - RETENTION_MS)
  for (const table of [webhookDeliveries, webhookPayloads]) {
    for (;;) {
      const old = ctx.db
        .select({ id: table.id })
        .from(table)
        .where(lt(table.created_at, oldest))
        .orderBy(asc(table.created_at))
        .limit(BATCH_SIZE)
      const { rowCount } = await ctx.db.delete(table).where(inArray(table.id, old))
      if ((rowCount ?? 0) < BATCH_SIZE) break
    }
  }
}

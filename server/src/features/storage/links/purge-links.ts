import { lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { storageLinks } from './table.ts'

/** Links that nobody can open any more; expiry alone decides, because no link outlives it. */
export async function purgeExpiredLinks(ctx: Context): Promise<void> {
  await ctx.db.delete(storageLinks).where(lt(storageLinks.expires_at, ctx.now()))
}

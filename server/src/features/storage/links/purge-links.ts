import { lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { storageLinks } from './table.ts'

/** Links that nobody can open any more; their time alone tells, because none outlives it. */
export async function purgeExpiredLinks(ctx: Context): Promise<void> {
  await ctx.db.delete(storageLinks).where(lt(storageLinks.expires_at, ctx.now()))
}

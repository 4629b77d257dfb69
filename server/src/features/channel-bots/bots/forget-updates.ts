import { and, isNull, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { channelUpdates } from '../table.ts'

/** Platforms send again for a day at most; answers to older messages name them no more. */
const KEPT_MS = 7 * 24 * 3_600_000

export async function forgetUpdates(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_MS)
  await ctx.db.delete(channelUpdates).where(and(lt(channelUpdates.created_at, before), isNull(channelUpdates.due_at)))
}

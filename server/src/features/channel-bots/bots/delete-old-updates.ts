import { and, isNull, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { channelThreads, channelUpdates } from '../table.ts'

/** Platforms send again for a day at most; answers to older messages name them no more. */
const KEPT_MS = 7 * 24 * 3_600_000
/** Nobody continues with a thread after so long without naming the bot again. */
const THREADS_KEPT_MS = 180 * 24 * 3_600_000

export async function deleteOldUpdates(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_MS)
  await ctx.db.delete(channelUpdates).where(and(lt(channelUpdates.created_at, before), isNull(channelUpdates.due_at)))
  const silentSince = new Date(ctx.now().getTime() - THREADS_KEPT_MS)
  await ctx.db.delete(channelThreads).where(lt(channelThreads.last_seen_at, silentSince))
}

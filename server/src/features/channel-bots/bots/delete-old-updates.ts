import { and, isNull, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { channelThreads, channelUpdates } from '../table.ts'

/** Platforms repeat an update for a day at most; an answer to an older message is sent without being a reply to it. */
const RETENTION_MS = 7 * 24 * 3_600_000
/** In a thread without messages for this long, the bot has to be mentioned again. */
const THREAD_RETENTION_MS = 180 * 24 * 3_600_000

export async function deleteOldUpdates(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS)
  await ctx.db.delete(channelUpdates).where(and(lt(channelUpdates.created_at, before), isNull(channelUpdates.due_at)))
  const silentSince = new Date(ctx.now().getTime() - THREAD_RETENTION_MS)
  await ctx.db.delete(channelThreads).where(lt(channelThreads.last_seen_at, silentSince))
}

import { and, eq, inArray, lt, lte, notExists, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { idsBegin } from '#platform/id.ts'
import { runSuspensions } from '../runs/table.ts'
import { stargateTasks } from './table.ts'

const DAY = 86_400_000

/**
 * Closes what nobody waits for any more, such as the tasks of runs that were stopped, and drops tasks as old as the payloads of
 * runs that are dropped: they hold the same. What a step still waits for stays, however old it is.
 */
export async function deleteOldTasks(ctx: Context): Promise<void> {
  const now = ctx.now()
  const waiting = ctx.db
    .select({ run_id: runSuspensions.run_id })
    .from(runSuspensions)
    .where(and(eq(runSuspensions.run_id, stargateTasks.run_id), eq(runSuspensions.seq, stargateTasks.seq)))
  await ctx.db
    .update(stargateTasks)
    .set({ status: 'failed', updated_at: now })
    .where(
      or(
        and(inArray(stargateTasks.status, ['created', 'requested']), lte(stargateTasks.expires_at, now)),
        and(inArray(stargateTasks.status, ['created', 'requested', 'responded']), notExists(waiting)),
      ),
    )
  const until = new Date(now.getTime() - ctx.ports.config.RUN_PAYLOAD_RETENTION_DAYS * DAY)
  await ctx.db.delete(stargateTasks).where(and(lt(stargateTasks.id, idsBegin(until)), notExists(waiting)))
}

/** Of runs that have ended, whose payloads were deleted before their time. */
export async function deleteTasksOfRuns(ctx: Context, { run_ids }: { run_ids: string[] }): Promise<void> {
  await ctx.db.delete(stargateTasks).where(inArray(stargateTasks.run_id, run_ids))
}

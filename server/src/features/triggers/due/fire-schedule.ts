import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { runs } from '../../runs/table.ts'
import type { TriggerContext } from '../context.ts'
import { dueTimes, nextTime } from '../cron.ts'
import { workflowTriggers } from '../table.ts'
import { isDue, lockTrigger, noteProblem, queueRunOf, runnableOf } from './due-trigger.ts'

/**
 * Starts the run of a schedule whose time has come, in the transaction that moves it on to its next time. Times that were
 * missed run once, and the run's input says how many they were.
 */
export async function fireSchedule(ctx: Context, trigger_id: string): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const now = ctx.now()
    const locked = await lockTrigger(ctx, trigger_id, isDue(now))
    if (!locked) return
    const { cron, next_at, overlap } = locked.trigger
    if (!cron || !next_at) return
    const isBusy = overlap !== 'overlap' && (await hasLiveRun(locked))
    // Its time stays due until the run before has ended.
    if (isBusy && overlap === 'queue') return
    await ctx.db
      .update(workflowTriggers)
      .set({ next_at: nextTime(cron, now) })
      .where(eq(workflowTriggers.id, trigger_id))
    const { last, missed } = dueTimes(cron, next_at, now)
    if (isBusy) {
      await noteProblem(locked, locked.trigger, `Skipped at ${last.toISOString()}: the run before had not ended`)
      return
    }
    const runnable = await runnableOf(locked)
    if (runnable) await queueRunOf(locked, runnable, { scheduled_at: last.toISOString(), missed })
  })
}

async function hasLiveRun({ db, organization, trigger }: TriggerContext): Promise<boolean> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.organization_id, organization.id),
        eq(runs.trigger_id, trigger.id),
        inArray(runs.status, ['queued', 'running', 'suspended']),
      ),
    )
    .limit(1)
  return rows.length > 0
}

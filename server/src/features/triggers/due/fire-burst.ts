import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { isAny } from '#platform/db/is-any.ts'
import type { TriggerContext } from '../context.ts'
import { MAX_INPUT_BYTES } from '../run-input.ts'
import { triggerEvents } from '../table.ts'
import { lockTrigger, queueRunOf, runnableOf } from './due-trigger.ts'

/** More than one run takes at once: the others follow in a run of their own. */
export const MAX_EVENTS = 10_000

/**
 * Runs what a debounced trigger was sent, together, when it has been quiet for long enough. The events go in the
 * transaction that writes their run, so that each is in exactly one; while the workflow cannot run they are kept.
 */
export async function fireBurst(ctx: Context, trigger_id: string): Promise<void> {
  while ((await fireOnce(ctx, trigger_id)) === 'more');
}

function fireOnce(ctx: Context, trigger_id: string): Promise<'more' | 'done'> {
  return ctx.transaction(async (ctx) => {
    const locked = await lockTrigger(ctx, trigger_id)
    if (!locked) {
      await dropLostEvents(ctx, trigger_id)
      return 'done'
    }
    const ids = await chooseEvents(locked)
    if (ids.length === 0) return 'done'
    // They wait for a workflow that is being mended, and for an organization that is inactive.
    const runnable = await runnableOf(locked)
    if (!runnable) return 'done'
    const deleted = await ctx.db.delete(triggerEvents).where(isAny(triggerEvents.id, ids)).returning()
    const events = deleted
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ created_at, body }) => ({ received_at: created_at.toISOString(), body }))
    await queueRunOf(locked, runnable, { events, count: events.length })
    return 'more'
  })
}

/** The oldest events, as many as one run takes; none where it has not been quiet and there is less. */
async function chooseEvents({ db, trigger, now }: TriggerContext): Promise<string[]> {
  const waiting = await db
    .select({
      id: triggerEvents.id,
      created_at: triggerEvents.created_at,
      bytes_until: sql<string>`sum(${triggerEvents.size_bytes}) over (order by ${triggerEvents.created_at}, ${triggerEvents.id})`,
    })
    .from(triggerEvents)
    .where(eq(triggerEvents.trigger_id, trigger.id))
    .orderBy(asc(triggerEvents.created_at), asc(triggerEvents.id))
    .limit(MAX_EVENTS)
  const last = waiting.at(-1)
  if (!last) return []
  const quietSince = last.created_at.getTime() + (trigger.debounce_seconds ?? 0) * 1000
  const isFull = waiting.length >= MAX_EVENTS || Number(last.bytes_until) > MAX_INPUT_BYTES
  if (!isFull && quietSince > now().getTime()) return []
  const fitting = waiting.filter(({ bytes_until }, index) => index === 0 || Number(bytes_until) <= MAX_INPUT_BYTES)
  return fitting.map(({ id }) => id)
}

/** Those whose trigger was deleted while they came; a trigger that only another process has locked keeps its own. */
async function dropLostEvents(ctx: Context, trigger_id: string): Promise<void> {
  await ctx.db.execute(sql`
    delete from ${triggerEvents} where trigger_id = ${trigger_id}
      and not exists (select 1 from workflow_triggers where id = ${trigger_id})`)
}

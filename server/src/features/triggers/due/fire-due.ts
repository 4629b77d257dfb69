import { sql } from 'drizzle-orm'
import type { Context, Ports } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { workflows } from '../../workflows/table.ts'
import { fireDueTriggers } from '../jobs.ts'
import { MAX_INPUT_BYTES } from '../run-input.ts'
import { triggerEvents, workflowTriggers } from '../table.ts'
import { fireBurst, MAX_EVENTS } from './fire-burst.ts'
import { fireSchedule } from './fire-schedule.ts'

/** A little more than the time between two sweeps. */
const SOON_MS = ((fireDueTriggers.every_seconds ?? 0) + 5) * 1000

type Due = { trigger_id: string; type: 'public' | 'schedule'; due_at: Date }

/**
 * What is due before `soon`. From trigger to trigger of the events, by the index, however many events each of them has; one
 * that has as much as a run takes is due at once. That is asked of bursts that are not silent alone, and no further than a run goes.
 * What belongs to a deleted workflow waits for its restoration, and is not looked at again and again meanwhile.
 */
const findDue = defineStatement(
  'find_due_triggers',
  { now: 'timestamptz', soon: 'timestamptz', max_events: 'int', max_bytes: 'int' },
  (p) => sql<Due>`
  with recursive sent as (
    (select trigger_id from ${triggerEvents} order by trigger_id limit 1)
    union all
    select (select trigger_events.trigger_id from ${triggerEvents}
      where trigger_events.trigger_id > sent.trigger_id order by trigger_id limit 1)
    from sent where sent.trigger_id is not null
  ), bursts as materialized (
    select sent.trigger_id, silence.at as silent_at,
      case when silence.at <= ${p.now} then false else exists (
        select 1 from (
          select row_number() over oldest as events, sum(size_bytes) over oldest as bytes
          from ${triggerEvents} where trigger_events.trigger_id = sent.trigger_id
          window oldest as (order by created_at rows unbounded preceding)
          limit ${p.max_events}
        ) as taken where events >= ${p.max_events} or bytes > ${p.max_bytes}) end as is_full
    from sent
    left join ${workflowTriggers} on workflow_triggers.id = sent.trigger_id
    left join ${workflows} on workflows.id = workflow_triggers.workflow_id,
    lateral (select created_at + coalesce(workflow_triggers.debounce_seconds, 0) * interval '1 second' as at
      from ${triggerEvents} where trigger_events.trigger_id = sent.trigger_id
      order by trigger_events.created_at desc limit 1) as silence
    where sent.trigger_id is not null and workflows.deleted_at is null
  )
  select trigger_id, 'public' as type, case when is_full then ${p.now} else silent_at end as due_at
  from bursts
  where is_full or silent_at <= ${p.soon}
  union all
  select workflow_triggers.id, 'schedule', next_at
  from ${workflowTriggers} join ${workflows} on workflows.id = workflow_triggers.workflow_id
  where next_at <= ${p.soon} and workflows.deleted_at is null`,
)

const timers = new WeakMap<Ports, Map<string, NodeJS.Timeout>>()

/** Fires what is due, and sets a timer for what is due soon. Safe to call from several processes at once. */
export async function fireDue(ctx: Context): Promise<void> {
  const now = ctx.now()
  const soon = new Date(now.getTime() + SOON_MS)
  const due = await findDue(ctx.db, { now, soon, max_events: MAX_EVENTS, max_bytes: MAX_INPUT_BYTES })
  for (const { trigger_id, type, due_at } of due) {
    const inMs = due_at.getTime() - now.getTime()
    if (inMs > 0) fireIn(ctx, trigger_id, type, inMs)
    else await fire(ctx, trigger_id, type)
  }
}

/** Fires a trigger after a while in this process; set again, the later time counts. */
export function fireIn(ctx: Context, trigger_id: string, type: Due['type'], inMs: number): void {
  if (!ctx.ports.is_worker || inMs > SOON_MS) return
  const own = timers.get(ctx.ports) ?? new Map<string, NodeJS.Timeout>()
  timers.set(ctx.ports, own)
  const earlier = own.get(trigger_id)
  if (earlier) clearTimeout(earlier)
  const timer = setTimeout(() => {
    own.delete(trigger_id)
    void fire(ctx, trigger_id, type)
  }, inMs + 1)
  own.set(trigger_id, timer.unref())
}

/** One that cannot fire holds up nobody else's. */
async function fire(ctx: Context, trigger_id: string, type: Due['type']): Promise<void> {
  try {
    await (type === 'schedule' ? fireSchedule(ctx, trigger_id) : fireBurst(ctx, trigger_id))
  } catch (error) {
    ctx.log.error({ err: error, trigger_id }, 'a trigger could not fire')
  }
}

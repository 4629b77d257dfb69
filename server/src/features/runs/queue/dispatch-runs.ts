import { type SQL, sql } from 'drizzle-orm'
import type { Context, Ports } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { runKinds } from '../jobs.ts'
import { runLeases } from '../table.ts'
import { isClaimable, leaseCutoff } from './lease-run.ts'
import { liveRuns, onRunEnded } from './live-runs.ts'

/** What one process knows of the runs that wait. */
type Dispatcher = {
  /** Runs that have a slot here and are not yet executed: chosen from what waits, or being written. */
  chosen: Map<string, { organization_id: string; until: number }>
  dispatching: Promise<void> | null
  isAskedAgain: boolean
  /** True where runs may wait that found no slot when it was last looked for them. */
  mayWait: boolean
  isStopped: boolean
}

/** A run that is not executed so long after it got its slot was never written. */
const WRITTEN_WITHIN_MS = 15_000

const dispatchers = new WeakMap<Ports, Dispatcher>()

function dispatcherOf({ ports }: Context): Dispatcher {
  const known = dispatchers.get(ports)
  if (known) return known
  const made = { chosen: new Map(), dispatching: null, isAskedAgain: false, mayWait: false, isStopped: false }
  dispatchers.set(ports, made)
  return made
}

/**
 * Runs that nobody holds: queued ones, and those whose process is gone. Organizations take turns, each with its oldest
 * first; one that already has runs here is behind those that have fewer, and while others wait none gets more than
 * its share of slots. Goes from organization to organization, so that a long queue of one costs the others nothing.
 */
const chooseRuns = defineStatement(
  'choose_runs',
  {
    now: 'timestamptz',
    lapsed_before: 'timestamptz',
    busy: 'jsonb',
    chosen: 'uuid[]',
    share: 'int',
    share_alone: 'int',
    limit: 'int',
  },
  (p) => {
    const waits: SQL = sql`${isClaimable({ now: p.now, leaseCutoff: p.lapsed_before })}
      and not (run_leases.run_id = any(${p.chosen}))`
    return sql<{ run_id: string; organization_id: string; job: string }>`
    with recursive waiting as (
      (select organization_id from ${runLeases} where ${waits} order by organization_id limit 1)
      union all
      select (
        select run_leases.organization_id from ${runLeases}
        where run_leases.organization_id > waiting.organization_id and ${waits}
        order by run_leases.organization_id limit 1)
      from waiting where waiting.organization_id is not null
    ), next_of_each as (
      select next.*, row_number() over (partition by next.organization_id order by next.run_id)
        + coalesce((${p.busy} ->> next.organization_id::text)::int, 0) as turn
      from waiting, lateral (
        select run_id, organization_id, job from ${runLeases}
        where run_leases.organization_id = waiting.organization_id and ${waits}
        order by run_id limit ${p.limit}
      ) as next
    )
    select run_id, organization_id, job from next_of_each
    where turn <= case (select count(organization_id) from waiting) when 1 then ${p.share_alone} else ${p.share} end
    order by turn, run_id limit ${p.limit}`
  },
)

/** What one organization may have of a process's slots while another waits. */
export const shareOf = (slots: number): number => Math.max(1, Math.floor(slots / 2))

/**
 * Whether this process executes a new run of the organization at once; otherwise it is queued. A slot is taken from now on,
 * so that messages at once do not all find the same one; it is free again where the run is not written after all.
 */
export function reserveSlot(ctx: Context, run_id: string, organization_id: string): boolean {
  if (!hasSlotFor(ctx, organization_id)) return false
  dispatcherOf(ctx).chosen.set(run_id, { organization_id, until: performance.now() + WRITTEN_WITHIN_MS })
  return true
}

/** For a run that is executed now, or that needs no slot after all. */
export function releaseSlot(ctx: Context, run_id: string): void {
  dispatcherOf(ctx).chosen.delete(run_id)
}

function hasSlotFor(ctx: Context, organization_id: string): boolean {
  if (!ctx.ports.is_worker) return false
  const { total, busy } = occupancy(ctx)
  const slots = ctx.ports.config.RUN_CONCURRENCY
  const own = busy[organization_id] ?? 0
  // An organization that has nothing here never waits for the runs of others.
  return own === 0 ? total < 2 * slots : total < slots && own < shareOf(slots)
}

function occupancy(ctx: Context): { total: number; busy: Record<string, number> } {
  const { chosen } = dispatcherOf(ctx)
  const here = new Map<string, string>()
  for (const [id, { organization_id, until }] of chosen) {
    if (until < performance.now()) chosen.delete(id)
    else here.set(id, organization_id)
  }
  for (const { id, organization_id } of liveRuns(ctx)) {
    here.set(id, organization_id)
  }
  const busy: Record<string, number> = {}
  for (const organization_id of here.values()) busy[organization_id] = (busy[organization_id] ?? 0) + 1
  return { total: here.size, busy }
}

/** Executes what waits, as far as this process has slots. Bears being asked by several processes at once. */
export function dispatchRuns(ctx: Context): Promise<void> {
  const dispatcher = dispatcherOf(ctx)
  dispatcher.isAskedAgain = true
  dispatcher.dispatching ??= dispatch(ctx, dispatcher).finally(() => {
    dispatcher.dispatching = null
  })
  return dispatcher.dispatching
}

async function dispatch(ctx: Context, dispatcher: Dispatcher): Promise<void> {
  while (dispatcher.isAskedAgain && !dispatcher.isStopped && ctx.ports.is_worker) {
    dispatcher.isAskedAgain = false
    const slots = ctx.ports.config.RUN_CONCURRENCY
    const { total, busy } = occupancy(ctx)
    const free = slots - total
    const limit = free > 0 ? free : 2 * slots - total
    dispatcher.mayWait = limit <= 0
    if (limit <= 0) return
    const found = await chooseRuns(ctx.db, {
      now: ctx.now(),
      lapsed_before: leaseCutoff(ctx),
      busy: toJson(busy),
      chosen: [...dispatcher.chosen.keys()],
      share: free > 0 ? shareOf(slots) : 1,
      share_alone: free > 0 ? slots : 1,
      limit,
    })
    // Without a free slot only organizations that have nothing here were looked at.
    dispatcher.mayWait = free <= 0 || found.length > 0
    for (const run of found) goOn(ctx, dispatcher, run)
    if (found.length > 0) dispatcher.isAskedAgain = true
  }
}

type Chosen = { run_id: string; organization_id: string; job: string }

function goOn(ctx: Context, dispatcher: Dispatcher, { run_id, organization_id, job }: Chosen): void {
  dispatcher.chosen.set(run_id, { organization_id, until: Number.POSITIVE_INFINITY })
  const kind = runKinds.get(job)
  if (!kind) ctx.log.error({ run_id, job }, 'no feature continues runs of this kind')
  const ended = kind ? ctx.emit(kind, { run_id }) : Promise.resolve()
  ended
    .catch((error) => ctx.log.error({ err: error, run_id }, 'a run could not be continued'))
    .finally(() => {
      // One that nothing continues with must not be chosen again and again.
      if (kind) dispatcher.chosen.delete(run_id)
      if (dispatcher.mayWait) startDispatching(ctx)
    })
}

/** The same, for a caller who must not wait until the queue is quiet: the sender of a message. */
export async function startDispatching(ctx: Context): Promise<void> {
  dispatchRuns(ctx).catch((error) => ctx.log.error({ err: error }, 'runs could not be dispatched'))
}

/** From now on a slot that becomes free is used for what waits. */
export function watchSlots(ctx: Context): void {
  onRunEnded(ctx, () => {
    if (dispatcherOf(ctx).mayWait) startDispatching(ctx)
  })
}

/** Takes no more runs; those that are executed here end as they would. */
export function stopDispatching(ctx: Context): void {
  dispatcherOf(ctx).isStopped = true
}

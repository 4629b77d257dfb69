import { type SQL, sql } from 'drizzle-orm'
import { admitWork } from '#platform/admit-work.ts'
import type { Context, Ports } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { workFor } from '#platform/thread-share.ts'
import { type RunKind, runKinds } from '../jobs.ts'
import { runLeases } from '../table.ts'
import { isClaimable, leaseCutoff } from './lease-run.ts'
import { liveRuns, onRunEnded } from './live-runs.ts'

/** The state of dispatching in one process. */
type Dispatcher = {
  /** Runs that have a slot here but are not executed yet: chosen from the queue, or being written. */
  chosen: Map<string, { organization_id: string; until: number }>
  dispatching: Promise<void> | null
  /** Runs that are claimed and executed. */
  executing: Set<Promise<void>>
  isRequestedAgain: boolean
  /** True where the last look may have left runs in the queue for want of a slot. */
  mayHaveQueued: boolean
  isStopped: boolean
}

/** A reserved slot is free again after this time: its run was never written. */
const RESERVATION_MS = 15_000

const dispatchers = new WeakMap<Ports, Dispatcher>()

function dispatcherOf({ ports }: Context): Dispatcher {
  const existing = dispatchers.get(ports)
  if (existing) return existing
  const dispatcher = {
    chosen: new Map(),
    dispatching: null,
    executing: new Set<Promise<void>>(),
    isRequestedAgain: false,
    mayHaveQueued: false,
    isStopped: false,
  }
  dispatchers.set(ports, dispatcher)
  return dispatcher
}

/**
 * Chooses runs without a live lease holder: queued ones, and those whose process died. Organizations take turns, each with its
 * oldest run first; those with fewer runs in this process come first, and while others wait none gets more than its share of
 * slots. The recursion visits one organization after the other, so that a long queue of one costs the others nothing. One
 * statement, because a query for each organization would cost a round trip each.
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
 * Whether this process executes a new run of the organization immediately; otherwise the run is queued. The slot is reserved
 * from now on, so that simultaneous messages do not all find the same one, and freed where the run is not written after all.
 */
export function reserveSlot(ctx: Context, run_id: string, organization_id: string): boolean {
  if (!hasSlotFor(ctx, organization_id)) return false
  dispatcherOf(ctx).chosen.set(run_id, { organization_id, until: performance.now() + RESERVATION_MS })
  return true
}

/** Frees a reserved slot: the run is being executed now, which counts by itself, or needs no slot after all. */
export function releaseSlot(ctx: Context, run_id: string): void {
  dispatcherOf(ctx).chosen.delete(run_id)
}

function hasSlotFor(ctx: Context, organization_id: string): boolean {
  if (!ctx.ports.is_worker) return false
  const { total, busy } = occupancy(ctx)
  const slots = ctx.ports.config.RUN_CONCURRENCY
  const own = busy[organization_id] ?? 0
  // An organization without runs in this process never waits for the runs of others.
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

/** Executes queued runs as far as this process has slots. Safe to call from several processes at once. */
export function dispatchRuns(ctx: Context): Promise<void> {
  const dispatcher = dispatcherOf(ctx)
  dispatcher.isRequestedAgain = true
  dispatcher.dispatching ??= dispatch(ctx, dispatcher).finally(() => {
    dispatcher.dispatching = null
  })
  return dispatcher.dispatching
}

async function dispatch(ctx: Context, dispatcher: Dispatcher): Promise<void> {
  while (dispatcher.isRequestedAgain && !dispatcher.isStopped && ctx.ports.is_worker) {
    dispatcher.isRequestedAgain = false
    const slots = ctx.ports.config.RUN_CONCURRENCY
    const { total, busy } = occupancy(ctx)
    const free = slots - total
    const limit = free > 0 ? free : 2 * slots - total
    dispatcher.mayHaveQueued = limit <= 0
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
    // Without a free slot only organizations without runs in this process were considered.
    dispatcher.mayHaveQueued = free <= 0 || found.length > 0
    for (const run of found) executeChosen(ctx, dispatcher, run)
    if (found.length > 0) dispatcher.isRequestedAgain = true
  }
}

type Chosen = { run_id: string; organization_id: string; job: string }

function executeChosen(ctx: Context, dispatcher: Dispatcher, { run_id, organization_id, job }: Chosen): void {
  dispatcher.chosen.set(run_id, { organization_id, until: Number.POSITIVE_INFINITY })
  const kind = runKinds.get(job)
  if (!kind) ctx.log.error({ run_id, job }, 'no feature continues runs of this kind')
  const ended = kind
    ? workFor(organization_id, () => executeAdmitted(ctx, dispatcher, kind, run_id))
    : Promise.resolve()
  const settled = ended
    .catch((error) => ctx.log.error({ err: error, run_id }, 'a run could not be continued'))
    .finally(() => {
      dispatcher.executing.delete(settled)
      // A run of an unknown kind stays in `chosen`, so that it is not chosen again and again.
      if (kind) dispatcher.chosen.delete(run_id)
      if (dispatcher.mayHaveQueued) startDispatching(ctx)
    })
  dispatcher.executing.add(settled)
}

/** A run that waits for its turn is still in the queue, where another process may be faster. */
async function executeAdmitted(ctx: Context, dispatcher: Dispatcher, kind: RunKind, run_id: string): Promise<void> {
  using _admitted = await admitWork()
  if (!dispatcher.isStopped) await ctx.emit(kind, { run_id })
}

/** The same without waiting for it, for callers such as the sender of a message. */
export async function startDispatching(ctx: Context): Promise<void> {
  dispatchRuns(ctx).catch((error) => ctx.log.error({ err: error }, 'runs could not be dispatched'))
}

/** Dispatches queued runs whenever a slot becomes free. */
export function watchSlots(ctx: Context): void {
  onRunEnded(ctx, () => {
    if (dispatcherOf(ctx).mayHaveQueued) startDispatching(ctx)
  })
}

/** Chooses no more runs; resolves when those that were chosen, of which some are only being claimed, have ended normally. */
export async function stopDispatching(ctx: Context): Promise<void> {
  const dispatcher = dispatcherOf(ctx)
  dispatcher.isStopped = true
  await dispatcher.dispatching
  await Promise.all(dispatcher.executing)
}

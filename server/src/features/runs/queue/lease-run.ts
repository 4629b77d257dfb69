import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isConnected } from '#platform/bus/broadcast.ts'
import type { Context } from '#platform/context.ts'
import { type LeasedRun, runLeases, runs } from '../table.ts'
import { cancelLive, dropLive, holder, liveRuns } from './live-runs.ts'

/** Shorter runs end before a missing heartbeat would be noticed. */
const SHORT_RUN_MS = 1000

/** A process that is not connected and sent no heartbeat for this long counts as dead. Two heartbeats fit into it. */
const SILENT_MS = 4000

export const leaseEnd = (ctx: Context): Date => new Date(ctx.now().getTime() + ctx.ports.config.RUN_LEASE * 1000)

/** Leases that end before this time belong to a dead process, if that is not connected either: it has missed heartbeats. */
export function leaseCutoff(ctx: Context): Date {
  const { DATABASE_URL, RUN_LEASE } = ctx.ports.config
  // Only this process is connected to the embedded database.
  return DATABASE_URL ? new Date(ctx.now().getTime() + RUN_LEASE * 1000 - SILENT_MS) : ctx.now()
}

type Moment = { now: SQL | Date; leaseCutoff: SQL | Date }

/** True where no living process executes the run: it is queued or released, its lease has ended, or its process is dead. */
export const isClaimable = ({ now, leaseCutoff }: Moment): SQL => sql`(
  run_leases.holder is null or run_leases.expires_at is null or run_leases.expires_at < ${now}
  or run_leases.expires_at < ${leaseCutoff} and not ${isConnected(runLeases.holder)})`

const isLost = (ctx: Context): SQL => isClaimable({ now: ctx.now(), leaseCutoff: leaseCutoff(ctx) })

/** Leases a run that no living process executes. Null when it has ended or another process was faster. */
export function claimRun(ctx: Context, id: string): Promise<LeasedRun | null> {
  return ctx.transaction(async (ctx) => {
    const now = ctx.now()
    const [lease] = await ctx.db
      .update(runLeases)
      .set({ holder, expires_at: leaseEnd(ctx), attempts: sql`${runLeases.attempts} + 1` })
      .where(and(eq(runLeases.run_id, id), isLost(ctx)))
      .returning()
    if (!lease) return null
    const [run] = await ctx.db
      .update(runs)
      .set({ status: 'running', started_at: sql`coalesce(${runs.started_at}, ${now.toISOString()}::timestamptz)` })
      .where(eq(runs.id, id))
      .returning()
    return run
      ? { ...run, attempts: lease.attempts, tries_from: lease.tries_from, cancel_requested: lease.cancel_requested }
      : null
  })
}

/** For a database that one process uses at a time: at its start, all leases belong to processes that have ended. */
export async function expireAllLeases(ctx: Context): Promise<void> {
  await ctx.db.update(runLeases).set({ expires_at: null })
}

/** One heartbeat for all runs of this process, which also finds out which of them it has lost or must stop. */
export async function renewLeases(ctx: Context): Promise<void> {
  const now = ctx.now()
  const due = liveRuns(ctx).filter((run) => now.getTime() - run.started > SHORT_RUN_MS)
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  const leases = await ctx.db
    .update(runLeases)
    .set({ expires_at: leaseEnd(ctx) })
    .where(and(inArray(runLeases.run_id, ids), eq(runLeases.holder, holder)))
    .returning()

  const kept = new Map(leases.map((lease) => [lease.run_id, lease]))
  for (const run of due) {
    const lease = kept.get(run.id)
    if (lease?.attempts !== run.attempts) dropLive(run.id)
    else if (lease.cancel_requested) cancelLive(run.id)
  }
}

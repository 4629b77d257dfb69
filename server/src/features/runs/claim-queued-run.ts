import { eq } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../organizations/context.ts'
import { organizations } from '../organizations/table.ts'
import type { RunJob } from './jobs.ts'
import { claimRun } from './queue/lease-run.ts'
import { releaseReservationsOf } from './spend/release-reservations.ts'
import type { LeasedRun } from './table.ts'

/** Claims a run whose process died or that is queued; null when another process was faster, or the run has ended. */
export async function claimQueuedRun(
  ctx: Context,
  { run_id }: RunJob,
): Promise<{ ctx: OrgContext; run: LeasedRun } | null> {
  const run = await claimRun(ctx, run_id)
  if (!run) return null
  if (run.attempts > 1) await releaseReservationsOf(ctx, run.id)
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, run.organization_id))
  return organization ? { ctx: extendContext(ctx, { organization }), run } : null
}

import { eq } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../organizations/context.ts'
import { organizations } from '../organizations/table.ts'
import { announceRun } from './events.ts'
import { executeRun } from './execute-run.ts'
import { finishRun, runEnd } from './finish-run.ts'
import type { RunJob } from './jobs.ts'
import { claimRun } from './lease-run.ts'
import { closeOpenSteps, readOpenSteps } from './log/open-step.ts'
import { quiet, type RunHost } from './run-host.ts'
import type { LeasedRun } from './table.ts'

/** For runs that nobody watches and that belong to no conversation. */
export const quietHost: RunHost = { ...quiet, finish: finishRun }

/** Takes over a run that has no living holder; null when someone else has, or it is over. */
export async function takeOver(ctx: Context, { run_id }: RunJob): Promise<{ ctx: OrgContext; run: LeasedRun } | null> {
  const run = await claimRun(ctx, run_id)
  if (!run) return null
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, run.organization_id))
  return organization ? { ctx: extendContext(ctx, { organization }), run } : null
}

/** Continues a run that belongs to no conversation. */
export async function continueRun(ctx: Context, job: RunJob): Promise<void> {
  const taken = await takeOver(ctx, job)
  if (taken) await executeRun(taken.ctx, taken.run, quietHost)
}

/** A run that another run waited for is over when that one begins again: it will ask again. */
export async function failOrphan(ctx: Context, job: RunJob): Promise<void> {
  const taken = await takeOver(ctx, job)
  if (!taken) return
  const { run } = taken
  const error = 'The run that waited for this one was interrupted'
  const logs = await readOpenSteps(ctx, run.id)
  closeOpenSteps(logs, error, ctx.now())
  const outcome = { status: 'failed', output: '', error, error_code: 'ORPHANED' } as const
  const ended = await finishRun(taken.ctx, runEnd(run, outcome, logs, run.costs, ctx.now()))
  if (ended) await announceRun(ctx, run, 'failed')
}

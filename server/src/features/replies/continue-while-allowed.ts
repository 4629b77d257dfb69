import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { claimQueuedRun } from '../runs/claim-queued-run.ts'
import { executeRun } from '../runs/execute-run.ts'
import type { RunJob } from '../runs/jobs.ts'
import { readBeginning } from '../runs/log/read-beginning.ts'
import { quietHost } from '../runs/run-host.ts'
import type { LeasedRun } from '../runs/table.ts'
import { whileAllowed } from './while-allowed.ts'

/** Throws what a new request would be refused with; `asked_by` is the right by which the run was started. */
type Judge = (ctx: OrgContext, asked_by: string, run: LeasedRun) => Promise<void>

/**
 * Continues a call that waited, or whose process died, as long as the person who started it may still make it. Its client is no
 * longer connected, so a run without that right ends as stopped.
 */
export async function continueWhileAllowed(ctx: Context, job: RunJob, judge: Judge): Promise<void> {
  const claimed = await claimQueuedRun(ctx, job)
  if (!claimed) return
  const { asked_by = '' } = await readBeginning(claimed.ctx, claimed.run)
  const requireAllowed = () => judge(claimed.ctx, asked_by, claimed.run)
  const run = { ...claimed.run, cancel_requested: claimed.run.cancel_requested || (await isRefused(requireAllowed)) }
  await whileAllowed(claimed.ctx, requireAllowed, (stoppedBy) =>
    executeRun(claimed.ctx, run, { ...quietHost, stoppedBy }),
  )
}

async function isRefused(requireAllowed: () => Promise<void>): Promise<boolean> {
  try {
    await requireAllowed()
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}

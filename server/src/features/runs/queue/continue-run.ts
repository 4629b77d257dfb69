import type { Context } from '#platform/context.ts'
import { claimQueuedRun } from '../claim-queued-run.ts'
import { announceRun } from '../events.ts'
import { executeRun } from '../execute-run.ts'
import { finishRun, runEnd } from '../finish-run.ts'
import type { RunJob } from '../jobs.ts'
import { closeOpenSteps, readOpenSteps } from '../log/open-step.ts'
import { quietHost } from '../run-host.ts'

/** Continues a run that belongs to no conversation. */
export async function continueRun(ctx: Context, job: RunJob): Promise<void> {
  const claimed = await claimQueuedRun(ctx, job)
  if (claimed) await executeRun(claimed.ctx, claimed.run, quietHost)
}

/** Ends a run that another run waited for: that one is executed again and starts a new one. */
export async function failOrphan(ctx: Context, job: RunJob): Promise<void> {
  const claimed = await claimQueuedRun(ctx, job)
  if (!claimed) return
  const { run } = claimed
  const error = 'The run that waited for this one was interrupted'
  const logs = await readOpenSteps(ctx, run.id)
  closeOpenSteps(logs, error, ctx.now())
  const outcome = { status: 'failed', output: '', error, error_code: 'ORPHANED' } as const
  const ended = await finishRun(claimed.ctx, runEnd(run, outcome, logs, run.costs, ctx.now()))
  if (ended) await announceRun(ctx, run, 'failed')
}

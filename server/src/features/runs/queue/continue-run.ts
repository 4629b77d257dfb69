import type { Context } from '#platform/context.ts'
import { announceRun } from '../events.ts'
import { executeRun } from '../execute-run.ts'
import { finishRun, runEnd } from '../finish-run.ts'
import type { RunJob } from '../jobs.ts'
import { closeOpenSteps, readOpenSteps } from '../log/open-step.ts'
import { quietHost } from '../run-host.ts'
import { takeOver } from '../take-over.ts'

/** Continues a run that belongs to no conversation. */
export async function continueRun(ctx: Context, job: RunJob): Promise<void> {
  const taken = await takeOver(ctx, job)
  if (taken) await executeRun(taken.ctx, taken.run, quietHost)
}

/** Ends a run that another run waited for: that one is executed again and starts a new one. */
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

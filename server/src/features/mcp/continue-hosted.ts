import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { whileAllowed } from '../replies/while-allowed.ts'
import { quietHost, takeOver } from '../runs/continue-run.ts'
import { executeRun } from '../runs/execute-run.ts'
import type { RunJob } from '../runs/jobs.ts'
import { readBeginning } from '../runs/read-progress.ts'
import { requireToken } from './recognise-token.ts'

/** A call that waited, or whose process was lost: nobody is connected any more, and its token must still be worth it. */
export async function continueHosted(ctx: Context, job: RunJob): Promise<void> {
  const taken = await takeOver(ctx, job)
  if (!taken) return
  const { asked_by = '' } = await readBeginning(taken.ctx, taken.run)
  const requireAllowed = () => requireToken(taken.ctx, asked_by)
  const run = { ...taken.run, cancel_requested: taken.run.cancel_requested || (await isRefused(requireAllowed)) }
  await whileAllowed(taken.ctx, requireAllowed, (stoppedBy) => executeRun(taken.ctx, run, { ...quietHost, stoppedBy }))
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

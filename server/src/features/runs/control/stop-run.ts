import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { findVisibleRun } from '../access.ts'
import { runCancelled, subjectOf } from '../audit-actions.ts'
import { cancelRun, isOver } from './cancel-run.ts'

/** Stops a run because someone asked for it. */
export async function stopRun(ctx: MemberContext, run_id: string): Promise<void> {
  const run = await findVisibleRun(ctx, run_id)
  if (isOver(run)) throw new AppError('conflict', 'The run has ended', { code: 'RUN_ENDED' })
  await ctx.transaction(async (ctx) => {
    await cancelRun(ctx, run)
    await ctx.record(runCancelled, { subject: subjectOf(run) })
  })
}

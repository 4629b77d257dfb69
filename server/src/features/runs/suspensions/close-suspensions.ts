import { and, eq, inArray } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { checkpoint } from '../engine/checkpoint.ts'
import type { StepLog } from '../log/log-steps.ts'
import { type LeasedRun, runSuspensions } from '../table.ts'

/** Writes the log of answered steps and deletes their suspensions. */
export async function closeSuspensions(
  ctx: OrgContext,
  run: LeasedRun,
  logs: StepLog[],
  costs: RunCost[],
  seqs: number[],
): Promise<void> {
  await ctx.transaction(async (ctx) => {
    await ctx.db.delete(runSuspensions).where(and(eq(runSuspensions.run_id, run.id), inArray(runSuspensions.seq, seqs)))
    await checkpoint(ctx, run, logs, costs)
  })
}

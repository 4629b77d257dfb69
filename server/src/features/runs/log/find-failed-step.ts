import { and, desc, eq, inArray } from 'drizzle-orm'
import { MAX_RETRIES } from '#contracts/flows.ts'
import type { Context } from '#platform/context.ts'
import { pathOfTry } from '../engine/nested-scope.ts'
import { itemIn } from '../steps/for-each.ts'
import { type RunRow, type RunStepRow, runSteps } from '../table.ts'

type FailedStep = Pick<RunStepRow, 'seq' | 'step_id' | 'name'>

/**
 * The step that a failed run ended with: the last one of its own flow, or of the execution inside that ended with it. Nothing follows
 * the step that ends an execution, so no failure that was handled is taken for it.
 */
export async function findFailedStep(ctx: Context, run: RunRow): Promise<FailedStep | null> {
  if (run.status !== 'failed') return null
  let failed = await lastOf(ctx, run, [''])
  while (failed) {
    const inside = await lastOf(ctx, run, executionsOf(failed))
    if (!inside) break
    failed = inside
  }
  return failed && { seq: failed.seq, step_id: failed.step_id, name: failed.name }
}

/** The last step of these executions, if it has failed. */
async function lastOf(ctx: Context, run: RunRow, cursors: string[]): Promise<RunStepRow | null> {
  const [last] = await ctx.db
    .select()
    .from(runSteps)
    .where(and(eq(runSteps.run_id, run.id), inArray(runSteps.cursor, cursors)))
    .orderBy(desc(runSteps.seq))
    .limit(1)
  return last?.status === 'failed' ? last : null
}

/** The executions inside a step that may have ended it, one for each of its tries. */
function executionsOf(step: RunStepRow): string[] {
  const key = step.type === 'for_each' ? itemIn(step.last_error ?? '') : 'flow'
  if (key === null) return []
  return Array.from({ length: MAX_RETRIES + 1 }, (_, failures) => `${pathOfTry(step.cursor, step, failures)}${key}/`)
}

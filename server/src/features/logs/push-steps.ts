import { batchWithin } from '#platform/batch-within.ts'
import type { Context } from '#platform/context.ts'
import type { StepsChange } from '../runs/events.ts'
import { runStepsUpdated } from './events.ts'
import { aboutRun } from './push-run.ts'

/** Of all runs that the same people see. */
const gather = batchWithin({ withinMs: 300, failure: 'steps of runs were not pushed' })

/**
 * Tells those who see a run that more of its steps can be read. A loop writes thousands of steps a second, and many runs go
 * on at once: what is pushed is bounded by time, and says of which runs alone.
 */
export async function pushSteps(ctx: Context, { run_id, ...of }: StepsChange): Promise<void> {
  gather(ctx, `${of.organization_id} ${of.employee_id}`, run_id, async (run_ids) => {
    const about = await aboutRun(ctx, of)
    if (about) await ctx.emit(runStepsUpdated, { organization_id: of.organization_id, run_ids: [...run_ids] }, about)
  })
}

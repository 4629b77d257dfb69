import { eq, max } from 'drizzle-orm'
import { omit } from '#contracts/omit.ts'
import type { RunCost } from '#contracts/runs.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { isOver } from '../control/cancel-run.ts'
import { stepsWritten } from '../events.ts'
import { openLog } from '../log/log-steps.ts'
import { endStep } from '../log/open-step.ts'
import { packPayload } from '../log/payload.ts'
import { roundUsd } from '../spend/model-costs.ts'
import { runPayloads, runSteps, runs } from '../table.ts'

type SpeechLog = {
  started_at: Date
  /** The sentences of a call and their outcomes, in order of time. */
  timeline: Record<string, unknown>
  costs: RunCost[]
}

/**
 * Adds to an ended run how its question was heard and its answer was spoken, as a step of its own, and what that cost. Nothing
 * happens where the run is not over: its own steps are still being written.
 */
export async function logSpeech(ctx: OrgContext, run_id: string, speech: SpeechLog): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const [run] = await ctx.db.select().from(runs).where(eq(runs.id, run_id)).for('update')
    if (!run || !isOver(run)) return
    const [last] = await ctx.db
      .select({ seq: max(runSteps.seq) })
      .from(runSteps)
      .where(eq(runSteps.run_id, run_id))
    const seq = (last?.seq ?? 0) + 1
    const log = openLog({ seq, cursor: '', step_id: 'speech', type: 'speech', name: 'Speech' }, speech.started_at)
    endStep(log, 'completed', ctx.now())
    const { started_at, finished_at, ...row } = omit(log, 'payload', 'packed', 'state')
    const { organization_id, employee_id } = run
    await ctx.db.insert(runSteps).values({
      ...row,
      run_id,
      organization_id,
      started_at: new Date(started_at),
      finished_at: finished_at === null ? null : new Date(finished_at),
    })
    const data = packPayload({ input_data: null, output: speech.timeline, next: null })
    await ctx.db.insert(runPayloads).values({ run_id, organization_id, seq, data })
    const costs = [...run.costs, ...speech.costs]
    const usd_cost = roundUsd(costs.reduce((sum, cost) => sum + cost.usd_cost, 0))
    await ctx.db.update(runs).set({ costs, usd_cost }).where(eq(runs.id, run_id))
    await ctx.emit(stepsWritten, { organization_id, run_id, employee_id })
  })
}

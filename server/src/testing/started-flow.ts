import { eq } from 'drizzle-orm'
import type { FlowStep } from '#contracts/flows.ts'
import { readResult } from '#features/runs/read-result.ts'
import { runFlow } from '#features/runs/run-flow.ts'
import { resumeRun } from '#features/runs/suspend-run.ts'
import { runLeases, runSuspensions } from '#features/runs/table.ts'
import { widen } from '#platform/bus/unit.ts'
import type { TestApp } from './app.ts'
import { runOf } from './private-chat.ts'
import { chain } from './waiting-steps.ts'

/** A run of these steps, one after the other, as far as it goes before it waits. */
export async function startFlow(app: TestApp, ...steps: FlowStep[]) {
  const { organization } = await app.given.organization()
  const ctx = widen(app.ctx, { organization })
  const { run, outcome } = await runFlow(ctx, { ...chain(...steps), input: {} })
  await outcome
  const waiting = () => app.ctx.db.select().from(runSuspensions).where(eq(runSuspensions.run_id, run.id))
  return {
    ctx,
    id: run.id,
    waiting,
    status: async () => (await runOf(app, run.id)).status,
    result: async () => readResult(ctx, await runOf(app, run.id)),
    /** Answers one of the steps that still wait. */
    answer: async (value: unknown, which = 0) => {
      const open = (await waiting()).filter(({ answered_at }) => answered_at === null)
      return resumeRun(ctx, { run_id: run.id, seq: open[which]?.seq ?? -1, value })
    },
    leases: () => app.ctx.db.select().from(runLeases).where(eq(runLeases.run_id, run.id)),
  }
}

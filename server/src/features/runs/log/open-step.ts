import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { runPayloads, runSteps } from '../table.ts'
import type { StepLog, StepPayload } from './log-steps.ts'
import { unpackPayload } from './payload.ts'

/** The step that an earlier try of a run left open, for when nobody goes on with it. */
export async function readOpenStep(ctx: Context, run_id: string): Promise<StepLog[]> {
  const rows = await ctx.db
    .select({ step: runSteps, data: runPayloads.data })
    .from(runSteps)
    .innerJoin(runPayloads, and(eq(runPayloads.run_id, runSteps.run_id), eq(runPayloads.seq, runSteps.seq)))
    .where(and(eq(runSteps.run_id, run_id), eq(runSteps.status, 'in_progress')))
  return rows.map(({ step: { run_id: _, organization_id: __, ...step }, data }) => ({
    ...step,
    started_at: step.started_at.toISOString(),
    finished_at: null,
    payload: unpackPayload(data) as StepPayload,
  }))
}

/** Closes what is open as failed; what another process needed to go on with it is kept no longer. */
export function closeOpenStep(logs: StepLog[], reason: string, now: Date): void {
  const open = logs.findLast(({ status }) => status === 'in_progress')
  if (!open) return
  open.status = 'failed'
  open.finished_at = now.toISOString()
  open.duration_ms = Math.round(now.getTime() - Date.parse(open.started_at))
  open.last_error = reason
  delete open.payload.work
}

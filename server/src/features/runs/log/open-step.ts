import { and, eq } from 'drizzle-orm'
import { omit } from '#contracts/omit.ts'
import type { Context } from '#platform/context.ts'
import { runPayloads, runSteps } from '../table.ts'
import type { StepLog, StepPayload } from './log-steps.ts'
import { unpackPayload } from './payload.ts'

/** What fits into the log, 25 days: a step may have waited for longer. */
const MAX_MS = 2 ** 31 - 1

/** A step that is over. What another process needed to continue with it is kept no longer. */
export function endStep(log: StepLog, status: 'completed' | 'failed', now: Date): void {
  log.status = status
  log.finished_at = now.toISOString()
  log.duration_ms = Math.min(Math.round(now.getTime() - Date.parse(log.started_at)), MAX_MS)
  delete log.payload.work
}

/** The steps that a run has written and not finished: more than one where flows are executed inside a step. */
export async function readOpenSteps(ctx: Context, run_id: string): Promise<StepLog[]> {
  const rows = await ctx.db
    .select({ step: runSteps, data: runPayloads.data })
    .from(runSteps)
    .innerJoin(runPayloads, and(eq(runPayloads.run_id, runSteps.run_id), eq(runPayloads.seq, runSteps.seq)))
    .where(and(eq(runSteps.run_id, run_id), eq(runSteps.status, 'in_progress')))
  return rows.map(({ step, data }) => ({
    ...omit(step, 'run_id', 'organization_id'),
    started_at: step.started_at.toISOString(),
    finished_at: null,
    payload: unpackPayload(data) as StepPayload,
  }))
}

/** Closes what is open as failed. */
export function closeOpenSteps(logs: StepLog[], reason: string, now: Date): void {
  for (const log of logs) {
    if (log.status !== 'in_progress') continue
    endStep(log, 'failed', now)
    log.last_error = reason
  }
}

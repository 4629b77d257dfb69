import type { Started } from '#contracts/triggers.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { waitForRun } from '../replies/wait-for-run.ts'
import { readResult } from '../runs/read-result.ts'
import { runFlow } from '../runs/run-flow.ts'
import { errorOfFailure } from '../runs/run-outcome.ts'
import type { RunRow } from '../runs/table.ts'
import { requireRunnable } from '../workflows/access.ts'
import type { WorkflowRow } from '../workflows/table.ts'
import { inputOf } from './run-input.ts'

type Start = { workflow: WorkflowRow; trigger_id?: string; sent: unknown }

/** Starts a workflow and waits for its end, or until all of it waits: then the result is null, and the run is asked for later. */
export async function startWorkflow(
  ctx: OrgContext,
  { workflow, trigger_id, sent }: Start,
): Promise<{ started: Started; is_suspended: boolean }> {
  const { flow, starting_step_id } = await requireRunnable(ctx, workflow)
  const { run, outcome } = await runFlow(ctx, {
    flow,
    starting_step_id,
    input: inputOf(sent),
    workflow_id: workflow.id,
    ...(trigger_id && { trigger_id }),
    is_async: false,
  })
  const known = await outcome.catch(() => null)
  if (known?.status === 'completed') {
    return { started: { runId: run.id, result: known.result ?? null }, is_suspended: false }
  }
  if (known?.status === 'failed') throw refusalOf({ ...run, ...known })
  const ended = await waitForRun(ctx, run, outcome)
  if (ended.status === 'suspended') return { started: { runId: run.id, result: null }, is_suspended: true }
  if (ended.status === 'completed') {
    return { started: { runId: run.id, result: await readResult(ctx, ended) }, is_suspended: false }
  }
  throw refusalOf(ended)
}

/** The caller is told which run it was, so that its log can be found. */
function refusalOf(run: RunRow): AppError {
  const data = { runId: run.id }
  if (run.status === 'cancelled') {
    return new AppError('conflict', 'The run was stopped', { code: 'RUN_CANCELLED', data })
  }
  const { message, code = 'RUN_FAILED' } = errorOfFailure(run)
  return new AppError('unprocessable', message, { code, data })
}

import type { FastifyRequest } from 'fastify'
import type { Started } from '#contracts/triggers.ts'
import { AppError } from '#platform/error.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import type { StagedBody } from '#platform/route.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { waitForRun } from '../../replies/wait-for-run.ts'
import { nameReceivedFile } from '../../runs/files/receive-body.ts'
import { readResult } from '../../runs/log/read-result.ts'
import { queueFlow, type RunFlow, runFlow } from '../../runs/run-flow.ts'
import { errorOfFailure } from '../../runs/run-outcome.ts'
import type { RunRow } from '../../runs/table.ts'
import { requireRunnable } from '../../workflows/access.ts'
import type { WorkflowRow } from '../../workflows/table.ts'
import { inputOf } from '../run-input.ts'

type Start = {
  workflow: WorkflowRow
  trigger_id?: string
  sent: unknown
  /** What was sent as it came, where it is too large to be the input whole. */
  received?: { stagedBody: StagedBody; type: string | undefined } | undefined
  http: FastifyRequest
}

/**
 * Starts a workflow and waits for its end. Where it waits for a person, or for a gateway or a time longer than a caller does
 * (`TRIGGER_WAIT`), the result is null, and the run is asked for later.
 */
export async function startWorkflow(
  ctx: OrgContext,
  { workflow, trigger_id, sent, received, http }: Start,
): Promise<{ started: Started; is_suspended: boolean }> {
  const { flow, starting_step_id } = await requireRunnable(ctx, workflow)
  const given: RunFlow = {
    flow,
    starting_step_id,
    input: inputOf(sent),
    workflow_id: workflow.id,
    ...(trigger_id && { trigger_id }),
    is_async: false,
  }
  const { run, outcome } = received ? await queueWithBody(ctx, given, received) : await runFlow(ctx, given)
  const known = await outcome.catch(() => null)
  if (known?.status === 'completed') {
    return { started: { runId: run.id, result: known.result ?? null }, is_suspended: false }
  }
  if (known?.status === 'failed') throw refusalOf({ ...run, ...known })
  const patience = { suspendedMs: ctx.ports.config.TRIGGER_WAIT * 1000, stopping: http.server.stopping }
  const ended = await whileConnected(http, (left) => waitForRun(ctx, run, outcome, { ...patience, left }))
  if (ended.status === 'suspended') return { started: { runId: run.id, result: null }, is_suspended: true }
  if (ended.status === 'completed') {
    return { started: { runId: run.id, result: await readResult(ctx, ended) }, is_suspended: false }
  }
  throw refusalOf(ended)
}

/** The run is written together with the file of its body, so that neither is ever there without the other. */
async function queueWithBody(ctx: OrgContext, given: RunFlow, { stagedBody, type }: NonNullable<Start['received']>) {
  const isForm = type?.startsWith('application/x-www-form-urlencoded')
  const file = isForm
    ? { name: 'request-body.txt', mime_type: 'application/x-www-form-urlencoded' }
    : { name: 'request-body.json', mime_type: 'application/json' }
  const bytes = await stagedBody.store()
  const run = await ctx.transaction(async (ctx) => {
    const run = await queueFlow(ctx, given)
    await nameReceivedFile(ctx, { run_id: run.id, seq: 0, ...file, ...bytes })
    return run
  })
  return { run, outcome: Promise.resolve(null) }
}

/** The caller gets the run's id, so that its log can be found. */
function refusalOf(run: RunRow): AppError {
  const data = { runId: run.id }
  if (run.status === 'cancelled') {
    return new AppError('conflict', 'The run was stopped', { code: 'RUN_CANCELLED', data })
  }
  const { message, code = 'RUN_FAILED' } = errorOfFailure(run)
  return new AppError('unprocessable', message, { code, data })
}

import { triggerEndpoints } from '#contracts/triggers.ts'
import { workflowEndpoints } from '#contracts/workflows.ts'
import { AppError } from '#platform/error.ts'
import { Reply, route } from '#platform/route.ts'
import { MAX_INLINE_BYTES, stageRunBody } from '../runs/files/receive-body.ts'
import { findWorkflow, requireRunnable } from '../workflows/access.ts'
import { presentWorkflow } from '../workflows/present.ts'
import { listTriggers } from './list-triggers.ts'
import { createTrigger, deleteTrigger, updateTrigger } from './manage-triggers.ts'
import { restoreWithTriggers } from './restore-with-triggers.ts'
import { recordEvent } from './start/record-event.ts'
import { runByHand } from './start/run-by-hand.ts'
import { startWorkflow } from './start/start-workflow.ts'

type Start = Awaited<ReturnType<typeof startWorkflow>>

/** 202 where the run waits longer than its caller: its result is asked for later. */
const startedBy = ({ started, is_suspended }: Start) =>
  new Reply({ success: true as const, data: started }, { status: is_suspended ? 202 : 200 })

/** Anyone who knows the address learns that the workflow does not run, and nothing of its steps and variables. */
function withoutDetails(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'FLOW_INVALID') throw error
  throw new AppError('bad_request', 'The workflow does not run now', { code: 'FLOW_INVALID' })
}

export const routes = [
  route(triggerEndpoints.listTriggers, {
    caller: 'admin',
    serve: async (ctx, { params }) => ({ data: await listTriggers(ctx, params.workflow_id) }),
  }),
  route(triggerEndpoints.createTrigger, {
    caller: 'admin',
    serve: (ctx, { params, body }) => createTrigger(ctx, params.workflow_id, body),
  }),
  route(triggerEndpoints.updateTrigger, {
    caller: 'admin',
    serve: (ctx, { params, body }) => updateTrigger(ctx, params.workflow_id, params.trigger_id, body),
  }),
  route(triggerEndpoints.deleteTrigger, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteTrigger(ctx, params.workflow_id, params.trigger_id)
      return { success: true as const }
    },
  }),
  route(workflowEndpoints.restoreWorkflow, {
    caller: 'admin',
    serve: async (ctx, { params }) => presentWorkflow(await restoreWithTriggers(ctx, params.workflow_id)),
  }),
  route(triggerEndpoints.runWorkflow, {
    caller: 'admin',
    automation: true,
    serve: async (ctx, { params, body }) => {
      const { id, status } = await runByHand(ctx, params.workflow_id, body)
      return { run_id: id, status }
    },
  }),
  route(triggerEndpoints.startPrivately, {
    caller: 'private_key',
    bodyLimitBytes: MAX_INLINE_BYTES,
    stageBody: stageRunBody,
    serve: async (ctx, { params, body, stagedBody, http }) => {
      const workflow = await findWorkflow(ctx, params.workflow_id)
      const type = http.headers['content-type']
      return startedBy(
        await startWorkflow(ctx, { workflow, sent: body, received: stagedBody && { stagedBody, type }, http }),
      )
    },
  }),
  route(triggerEndpoints.startPublicly, {
    caller: 'public_trigger',
    // A form on any site may start it: anyone who knows the address may, and no cookie counts.
    cors: { allows: () => true, exposedHeaders: ['ratelimit', 'ratelimit-policy', 'retry-after'] },
    serve: async (ctx, { body, http }) => {
      const { workflow, trigger } = ctx
      await requireRunnable(ctx, workflow).catch(withoutDetails)
      if (trigger.debounce_seconds === null) {
        return startedBy(await startWorkflow(ctx, { workflow, trigger_id: trigger.id, sent: body, http }))
      }
      await recordEvent(ctx, body, trigger.debounce_seconds)
      return new Reply({ success: true as const, data: { runId: null, result: null } })
    },
  }),
]

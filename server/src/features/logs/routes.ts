import { logEndpoints } from '#contracts/logs.ts'
import { Reply, route } from '#platform/route.ts'
import { serveFile } from '../conversations/files/serve-file.ts'
import { findVisibleRun } from '../runs/access.ts'
import { exportRun } from './export-run.ts'
import { exportRuns } from './export-runs.ts'
import { listRuns } from './list-runs.ts'
import { readStepPayload } from './read-steps.ts'
import { findRunFile } from './run-files.ts'
import { showRun } from './show-run.ts'

export const routes = [
  route(logEndpoints.listRuns, {
    caller: 'member',
    serve: (ctx, { query }) => listRuns(ctx, query),
  }),
  route(logEndpoints.exportRuns, {
    caller: 'admin',
    serve: async (ctx, { query }) =>
      new Reply(await exportRuns(ctx, query), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="execution-logs.csv"',
        },
      }),
  }),
  route(logEndpoints.showLoggedRun, {
    caller: 'member',
    serve: (ctx, { params }) => showRun(ctx, params.run_id),
  }),
  route(logEndpoints.showRunOfWorkflow, {
    caller: 'member',
    serve: (ctx, { params }) => showRun(ctx, params.run_id, params.workflow_id),
  }),
  route(logEndpoints.exportRun, {
    caller: 'member',
    serve: async (ctx, { params }) => {
      const { name, bytes } = await exportRun(ctx, params.run_id)
      return new Reply(bytes, {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        },
      })
    },
  }),
  route(logEndpoints.openRunFile, {
    caller: 'member',
    serve: async (ctx, { params }) =>
      serveFile(ctx, await findRunFile(ctx, await findVisibleRun(ctx, params.run_id), params.attachment_id)),
  }),
  route(logEndpoints.showStepPayload, {
    caller: 'member',
    serve: async (ctx, { params }) => readStepPayload(ctx, await findVisibleRun(ctx, params.run_id), params.seq),
  }),
]
